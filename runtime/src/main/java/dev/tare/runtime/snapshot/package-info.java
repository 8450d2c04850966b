/**
 * What is kept of a tree at one moment, so that windows are differences, while the tree's thread
 * goes on.
 */
@NullMarked
package dev.tare.runtime.snapshot;

import org.jspecify.annotations.NullMarked;
