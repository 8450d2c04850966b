/** From the recorders, while they are being written, to a profile. */
@NullMarked
package dev.tare.agent.snapshot;

import org.jspecify.annotations.NullMarked;
