/**
 * Which overhead belongs to which interval. Intervals of a thread enter with their {@link
 * dev.tare.runtime.calibration.Category}; adjustments leave, at once or when the tree is read.
 */
@NullMarked
package dev.tare.runtime.calibration;

import org.jspecify.annotations.NullMarked;
