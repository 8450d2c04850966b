/**
 * What a calibration run measured, per category, and what follows for categories that it did not
 * measure.
 */
@NullMarked
package dev.tare.agent.calibration.model;

import org.jspecify.annotations.NullMarked;
