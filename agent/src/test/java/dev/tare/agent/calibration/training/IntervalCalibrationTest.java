package dev.tare.agent.calibration.training;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
