/**
 * What is known of the overheads before the application starts: training, and files of earlier
 * runs.
 */
@NullMarked
package dev.tare.agent.calibration;

import org.jspecify.annotations.NullMarked;
