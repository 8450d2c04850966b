/**
 * The one way to memory beside the Java language. Every other package of the runtime may use it.
 */
@NullMarked
package dev.tare.runtime.internal;

import org.jspecify.annotations.NullMarked;
