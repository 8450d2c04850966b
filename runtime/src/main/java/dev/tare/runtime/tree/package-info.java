/**
 * The call tree of one thread: nodes, the lookup of children, and the memory that all trees may
 * take together. Knows no overhead.
 */
@NullMarked
package dev.tare.runtime.tree;

import org.jspecify.annotations.NullMarked;
