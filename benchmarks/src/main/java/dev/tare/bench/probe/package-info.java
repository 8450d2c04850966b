/**
 * JMH benchmarks of calls, to be run with and without the agent by {@link
 * dev.tare.bench.ProbeCost}.
 */
@NullMarked
package dev.tare.bench.probe;

import org.jspecify.annotations.NullMarked;
