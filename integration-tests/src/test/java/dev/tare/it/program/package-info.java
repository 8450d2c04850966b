/**
 * Programs that get a JVM of their own: for how it ends, how it is started, or how much they do.
 */
@NullMarked
package dev.tare.it.program;

import org.jspecify.annotations.NullMarked;
