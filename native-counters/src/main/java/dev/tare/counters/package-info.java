/**
 * Opens and closes what the probes' native readings read. Runs in the agent's own loader, on the
 * agent's threads, and in the {@code counters} command.
 */
@NullMarked
package dev.tare.counters;

import org.jspecify.annotations.NullMarked;
