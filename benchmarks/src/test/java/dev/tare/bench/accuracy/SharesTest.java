package dev.tare.bench.accuracy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.bench.run.MethodKey;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharesTest {
  private static final MethodKey ONE = new MethodKey("Acme", "one", "()V");
  private static final MethodKey TWO = new MethodKey("Acme", "two", "()V");
  private static final MethodKey THREE = new MethodKey("Acme", "three", "()V");

  @Test
  void sharesDoNotDependOnTheUnit() {
    assertEquals(
        0,
        Shares.of(Map.of(ONE, 1.0, TWO, 3.0)).distance(Shares.of(Map.of(ONE, 250.0, TWO, 750.0))),
        1e-12);
  }

  @Test
  void profilesWithoutACommonMethodAreTwoApart() {
    assertEquals(
        2, Shares.of(Map.of(ONE, 5.0)).distance(Shares.of(Map.of(TWO, 1.0, THREE, 1.0))), 1e-12);
  }

  @Test
  void whatMovesFromOneMethodToAnotherCountsTwice() {
    assertEquals(
        0.5,
        Shares.of(Map.of(ONE, 0.5, TWO, 0.5)).distance(Shares.of(Map.of(ONE, 0.75, TWO, 0.25))),
        1e-12);
  }

  @Test
  void aNegativeSelfValueStaysNegative() {
    Shares profile = Shares.of(Map.of(ONE, 12.0, TWO, -2.0));
    assertEquals(0.4, profile.distance(Shares.of(Map.of(ONE, 1.0))), 1e-12);
  }

  @Test
  void moreSamplesComeNearerByChance() {
    Map<MethodKey, Double> flat = new HashMap<>();
    for (int method = 0; method < 100; method++) {
      flat.put(new MethodKey("Acme", "method" + method, "()V"), 1.0);
    }
    Shares shares = Shares.of(flat);
    double few = shares.distanceByChance(1_000);
    double many = shares.distanceByChance(100_000);
    // The square root of a hundred, but for chance.
    assertTrue(few / many > 8 && few / many < 12, few + " and " + many);
  }
}
