/** Calibration runs: kernels set to work under the probes, until their overheads are known. */
@NullMarked
package dev.tare.agent.calibration.training;

import org.jspecify.annotations.NullMarked;
