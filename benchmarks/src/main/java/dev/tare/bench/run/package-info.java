/**
 * Starts the measured JVMs, plain or under a profiler, and reads what they, and the profilers, say.
 */
@NullMarked
package dev.tare.bench.run;

import org.jspecify.annotations.NullMarked;
