package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AnchorRatioTest {
  @Test
  void theMedianIsNotMovedByMethodsOfAnotherPhase() {
    long[] before = {100, 200, 300, 400, 500, 600, 700, 1_000, 50};
    long[] after = {200, 400, 600, 800, 1_000, 1_200, 1_400, 90_000, 5_000};
    AnchorRatio ratio = AnchorRatio.of(before, after);
    assertEquals(Math.log(2), ratio.log(), 1e-12);
    assertEquals(9, ratio.anchors());
  }

  @Test
  void methodsWithoutAProbeInOneStretchAreNoAnchors() {
    long[] before = {100, 100, 100, 100, 100, 100, -1, 100, 3};
    long[] after = {300, 300, 300, 300, 300, -1, 300, 300, 300, 99};
    AnchorRatio ratio = AnchorRatio.of(before, after);
    assertEquals(6, ratio.anchors());
    assertEquals(Math.log(3), ratio.log(), 1e-12);
    assertEquals(0, ratio.error(), 1e-12);
  }

  @Test
  void aFewMethodsSayNothing() {
    long[] calls = {1_000, 1_000, 1_000, 1_000, 2};
    assertFalse(AnchorRatio.of(calls, calls).isKnown());
    assertFalse(AnchorRatio.of(new long[0], calls).isKnown());
  }

  @Test
  void anchorsThatDisagreeMakeALargeError() {
    long[] before = new long[400];
    long[] after = new long[400];
    Arrays.setAll(before, i -> 1_000 + i);
    Arrays.setAll(after, i -> (1_000L + i) * (i % 2 == 0 ? 1 : 9));
    AnchorRatio ratio = AnchorRatio.of(before, after);
    assertTrue(ratio.isKnown());
    assertTrue(ratio.error() > 0.2, "error " + ratio.error());
  }
}
