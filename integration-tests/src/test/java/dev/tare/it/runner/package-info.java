/**
 * What runs in the profiled JVM beside the targets and is never instrumented: it starts them, loads
 * classes for them in unusual ways, and counts what they did.
 */
@NullMarked
package dev.tare.it.runner;

import org.jspecify.annotations.NullMarked;
