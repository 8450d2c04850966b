package dev.tare.agent.calibration.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class QuartilesTest {
  @Test
  void theMiddleMeanLeavesOutAQuarterOnEachSide() {
    assertEquals(2.5, Quartiles.middleMean(DoubleStream.of(1000, 2, 3, -1000)));
    assertEquals(2.5, Quartiles.middleMean(DoubleStream.of(3, 2, 2, 3, 99, 2, 3, 0)), 1e-9);
    assertEquals(7, Quartiles.middleMean(DoubleStream.of(7)));
    assertEquals(Double.NaN, Quartiles.middleMean(DoubleStream.empty()));
  }
}
