/**
 * Bounds on what a test does: annotations for JUnit Jupiter, checked by the profiler that is in the
 * test's JVM. Without an agent, tests that carry them are skipped.
 */
@NullMarked
package dev.tare.junit;

import org.jspecify.annotations.NullMarked;
