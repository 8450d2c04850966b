/**
 * Methods that do next to nothing. The agent instruments this package, and nothing else, when
 * {@link dev.tare.bench.ProbeCost} measures what the probes cost that it emits.
 */
@NullMarked
package dev.tare.bench.target;

import org.jspecify.annotations.NullMarked;
