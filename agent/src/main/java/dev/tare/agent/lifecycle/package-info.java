/**
 * One profiled run from its start to the last profile: wires options, weaving, calibration, samples
 * and control.
 */
@NullMarked
package dev.tare.agent.lifecycle;

import org.jspecify.annotations.NullMarked;
