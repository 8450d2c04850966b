/**
 * The call tree of one thread: nodes, the lookup of children, and the clock of the thread. Knows no
 * categories and no adjustments.
 */
@NullMarked
package dev.tare.runtime.tree;

import org.jspecify.annotations.NullMarked;
