/**
 * What a probe reads, and what of wall time is not a thread's own: sampling periods, pauses of
 * recording, interruptions.
 */
@NullMarked
package dev.tare.runtime.clock;

import org.jspecify.annotations.NullMarked;
