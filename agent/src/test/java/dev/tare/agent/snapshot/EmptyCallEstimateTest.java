package dev.tare.agent.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class EmptyCallEstimateTest {
  private static final double EMPTY = 47;

  @Test
  void ofNoLeafNothingIsKnown() {
    assertEquals(Double.NaN, new EmptyCallEstimate().value());
  }

  @Test
  void ofOneLeafItIsItsOwn() {
    EmptyCallEstimate estimate = new EmptyCallEstimate();
    estimate.add(EMPTY + 1, 1, 1_024);
    assertEquals(EMPTY, estimate.value());
  }

  @Test
  void manyNoisyLeavesDoNotMakeItSmaller() {
    Random random = new Random(1);
    EmptyCallEstimate estimate = new EmptyCallEstimate();
    estimate.add(EMPTY + 1, 1, 1_000_000);
    double least = EMPTY;
    for (int i = 0; i < 40; i++) {
      double noisy = EMPTY + 3 * random.nextGaussian();
      estimate.add(noisy, -1, 1_024);
      least = Math.min(least, noisy);
    }
    assertEquals(EMPTY - 6, least, 2, "which the smallest is");
    assertEquals(EMPTY, estimate.value(), 0.1);
  }

  @Test
  void longLeavesDoNotMakeItLonger() {
    EmptyCallEstimate estimate = new EmptyCallEstimate();
    estimate.add(200, 160, 900_000);
    estimate.add(EMPTY + 1, 1, 100_000);
    assertEquals(EMPTY, estimate.value());
  }
}
