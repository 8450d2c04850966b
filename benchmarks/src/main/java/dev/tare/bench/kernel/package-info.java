/**
 * Methods whose cost is known, and the program that runs them: what a profile says of them can be
 * compared with the truth.
 */
@NullMarked
package dev.tare.bench.kernel;

import org.jspecify.annotations.NullMarked;
