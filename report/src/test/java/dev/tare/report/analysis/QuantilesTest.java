package dev.tare.report.analysis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Against tables of both distributions. */
class QuantilesTest {
  @Test
  void normal() {
    assertEquals(1.960, Quantiles.normal(0.05), 0.001);
    assertEquals(3.291, Quantiles.normal(0.001), 0.001);
    assertEquals(4.892, Quantiles.normal(1e-6), 0.001);
  }

  @Test
  void student() {
    assertEquals(2.306, Quantiles.student(0.05, 8), 0.001);
    assertEquals(4.318, Quantiles.student(0.001, 12), 0.001);
    assertEquals(2.776, Quantiles.student(0.05, 4), 0.002);
  }
}
