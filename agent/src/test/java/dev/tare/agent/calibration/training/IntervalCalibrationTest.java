package dev.tare.agent.calibration.training;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.calibration.CategoryTable;
import org.junit.jupiter.api.Test;

class IntervalCalibrationTest {
  /** Page faults, for one: to most intervals they add nothing. */
  @Test
  void passesWithoutAnyOfTheMetricAgree() {
    assertEquals(1, IntervalCalibration.ratio(0, 0));
    assertEquals(1.5, IntervalCalibration.ratio(3, 2));
    assertEquals(Double.POSITIVE_INFINITY, IntervalCalibration.ratio(1, 0));
    assertEquals(Double.NaN, IntervalCalibration.ratio(Double.NaN, Double.NaN), "never measured");
  }

  /** Categories have numbers as soon as any thread meets them: one's table may not reach so far. */
  @Test
  void whereATableHasNoRoomForLeavesNothingIsKnownOfThem() throws Exception {
    CalibrationKernels kernels = new CalibrationKernels(CalibrationEffort.ofThisJvm());
    KernelMeasurement pass =
        new KernelMeasurement(kernels, new CategoryTable(), 30, CalibrationKernels.LEAF);
    assertEquals(Double.NaN, IntervalCalibration.overlapped(pass));
    assertEquals(0, pass.pairsOfC2());
  }
}
