/**
 * Calibration statistics in files: where they are, what they hold for, how they are read and
 * written.
 */
@NullMarked
package dev.tare.agent.calibration.store;

import org.jspecify.annotations.NullMarked;
