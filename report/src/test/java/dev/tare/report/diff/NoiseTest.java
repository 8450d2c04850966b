package dev.tare.report.diff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NoiseTest {
  private static final int METHODS = 30;

  /** It takes as long on a slow machine as on a fast one. */
  private static final int STEADY = 7;

  private static final double SLOWER = 1.1;
  private final Random random = new Random(20_261_123);

  @Test
  void aChangeIsFoundInAMethodThatDoesNotFollowThePace() {
    int found = 0;
    int others = 0;
    for (int draw = 0; draw < 100; draw++) {
      Noise noise = noise(runs(5, 1), runs(5, SLOWER));
      found += noise.isSure(STEADY) ? 1 : 0;
      others += anySure(noise) > (noise.isSure(STEADY) ? 1 : 0) ? 1 : 0;
    }
    assertTrue(found >= 90, "found " + found);
    assertTrue(others <= 10, "others " + others);
  }

  @Test
  void equalRunsAreHardlyEverSurelyDifferent() {
    int different = 0;
    for (int draw = 0; draw < 100; draw++) {
      different += anySure(noise(runs(5, 1), runs(5, 1))) > 0 ? 1 : 0;
    }
    assertTrue(different <= 10, "different " + different);
  }

  @Test
  void twoRunsASideAreEnoughForAnAnswer() {
    Noise noise = noise(runs(2, 1), runs(2, 1));
    assertTrue(noise.canBeSure());
    assertTrue(noise.halfWidth(STEADY) > 0);
    assertFalse(noise.isSure(STEADY));
  }

  @Test
  void withoutAnyDifferenceInPaceNothingIsEvenedOut() {
    double[][] equal = IntStream.range(0, 3).mapToObj(run -> steps()).toArray(double[][]::new);
    double[][] same = IntStream.range(0, 3).mapToObj(run -> steps()).toArray(double[][]::new);
    Noise noise = noise(equal, same);
    assertEquals(0, noise.change(STEADY), 1e-9);
    assertFalse(noise.isSure(STEADY));
  }

  /** Of equal runs none differs by so much that it might be sure, and they vary all the same. */
  @Test
  void changesOfQuietRunsAreWithinWhatVaries() {
    int within = 0;
    for (int draw = 0; draw < 20; draw++) {
      Noise noise = noise(quiet(1), quiet(1));
      within += IntStream.range(0, METHODS).allMatch(noise::isWithin) ? 1 : 0;
      for (int method = 0; method < METHODS; method++) {
        assertTrue(noise.halfWidth(method) > 0.001 * (100 + method), "method " + method);
        assertTrue(noise.halfWidth(method) < 0.02 * (100 + method), "method " + method);
      }
    }
    assertTrue(within >= 18, "within " + within);
  }

  @Test
  void aChangeOfThreePercentIsSureInQuietRuns() {
    for (int draw = 0; draw < 20; draw++) {
      assertTrue(noise(quiet(1), quiet(1.03)).isSure(STEADY), "draw " + draw);
    }
  }

  /** Five runs of methods that vary by half a percent at most. */
  private double[][] quiet(double slower) {
    double[][] runs = new double[5][METHODS];
    for (double[] run : runs) {
      for (int method = 0; method < METHODS; method++) {
        double own = (100 + method) * (1 + 0.005 * (2 * random.nextDouble() - 1));
        run[method] = method == STEADY ? own * slower : own;
      }
    }
    return runs;
  }

  private static Noise noise(double[][] before, double[][] after) {
    return Noise.of(before, after, METHODS);
  }

  private static double[] steps() {
    return IntStream.range(0, METHODS).mapToDouble(method -> 100 + method).toArray();
  }

  /** Runs at a pace that differs by a tenth, of methods that vary by two percent besides. */
  private double[][] runs(int count, double slower) {
    double[][] runs = new double[count][METHODS];
    for (double[] run : runs) {
      double pace = 1 + 0.1 * random.nextGaussian();
      for (int method = 0; method < METHODS; method++) {
        double own = (100 + method) * (1 + 0.02 * random.nextGaussian());
        run[method] = method == STEADY ? own * slower : own * pace;
      }
    }
    return runs;
  }

  private static long anySure(Noise noise) {
    return IntStream.range(0, METHODS).filter(noise::isSure).count();
  }
}
