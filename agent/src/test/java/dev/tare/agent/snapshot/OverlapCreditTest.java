package dev.tare.agent.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Where an empty call holds 26 of overhead, and takes 47 if its entry is serialized. */
class OverlapCreditTest {
  private static final double EMPTY = 47;

  private final OverlapCredit credit = new OverlapCredit(known(26));

  private static KnownOverheads known(double value) {
    double[] overhead = new double[Category.KEYS];
    Arrays.fill(overhead, value);
    return new KnownOverheads(overhead, overhead, 0, 0, Double.NaN, Double.NaN);
  }

  /** A method whose calls, all of them, leave so much; those that were serialized took so much. */
  private void add(int method, double serialized, double left, long serializedCalls) {
    long calls = 128 * serializedCalls;
    credit.add(
        method,
        calls,
        Math.round(left * calls),
        serializedCalls,
        Math.round(serialized * serializedCalls));
  }

  @Test
  void whatSerializedCallsTookMoreIsTheLeafsOwn() {
    add(1, EMPTY, 0, 1_000);
    add(2, EMPTY + 5, 1, 1_000);
    add(3, EMPTY + 5, 6, 1_000);
    add(4, EMPTY + 100, 0, 1_000);
    assertEquals(0, credit.ofCall(1));
    assertEquals(4, credit.ofCall(2), "of 5, 1 is left");
    assertEquals(0, credit.ofCall(3), "more than that is left");
    assertEquals(13, credit.ofCall(4), "half of an empty call's at most");
  }

  @Test
  void fewSerializedCallsSayNothing() {
    add(1, EMPTY, 0, 1_000);
    add(2, EMPTY + 5, 0, OverlapCredit.MIN_SERIALIZED - 1);
    add(3, EMPTY + 5, 0, OverlapCredit.MIN_SERIALIZED);
    assertEquals(0, credit.ofCall(2));
    assertEquals(5, credit.ofCall(3));
  }

  @Test
  void contextsOfOneMethodAreComparedTogether() {
    for (int method = 1; method <= 3; method++) {
      add(method, EMPTY + method, 1, 1_000);
      add(method, EMPTY + method + 14, 1, 1_000); // The machine was slower by then.
    }
    assertEquals(0, credit.ofCall(1));
    assertEquals(1, credit.ofCall(2));
    assertEquals(2, credit.ofCall(3));
  }

  @Test
  void withoutKnowledgeThereIsNone() {
    assertEquals(0, credit.ofCall(1), "no leaf");
    OverlapCredit unknown = new OverlapCredit(KnownOverheads.NOTHING);
    unknown.add(1, 1_000, 0, 1_000, 47_000);
    unknown.add(2, 1_000, 0, 1_000, 60_000);
    assertEquals(0, unknown.ofCall(2));
  }

  @Test
  void ofNoLeafNothingIsKnown() {
    assertEquals(Double.NaN, credit.empty());
  }

  @Test
  void ofOneLeafItIsItsOwn() {
    add(1, EMPTY + 1, 1, 1_024);
    assertEquals(EMPTY, credit.empty());
  }

  @Test
  void manyNoisyLeavesDoNotMakeItSmaller() {
    Random random = new Random(1);
    add(0, EMPTY + 1, 1, 1_000_000);
    double least = EMPTY;
    for (int i = 1; i <= 40; i++) {
      double noisy = EMPTY + 3 * random.nextGaussian();
      add(i, noisy, -1, 1_024);
      least = Math.min(least, noisy);
    }
    assertEquals(EMPTY - 6, least, 2, "which the smallest is");
    assertEquals(EMPTY, credit.empty(), 0.1);
  }

  @Test
  void longLeavesDoNotMakeItLonger() {
    add(1, 200, 160, 900_000);
    add(2, EMPTY + 1, 1, 100_000);
    assertEquals(EMPTY, credit.empty());
  }
}
