/**
 * What a tree held at one moment, read while its thread goes on. Windows are differences of these.
 */
@NullMarked
package dev.tare.runtime.snapshot;

import org.jspecify.annotations.NullMarked;
