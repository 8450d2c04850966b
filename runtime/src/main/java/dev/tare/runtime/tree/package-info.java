/** The call tree of one thread: nodes, and the lookup of children. Knows no overhead. */
@NullMarked
package dev.tare.runtime.tree;

import org.jspecify.annotations.NullMarked;
