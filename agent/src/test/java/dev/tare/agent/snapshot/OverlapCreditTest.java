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

  @Test
  void whatSerializedCallsTookMoreIsTheLeafsOwn() {
    credit.add(EMPTY, 0, 1_000);
    credit.add(EMPTY + 5, 1, 1_000);
    assertEquals(0, credit.ofCall(EMPTY, 0));
    assertEquals(4, credit.ofCall(EMPTY + 5, 1), "of 5, 1 is left");
    assertEquals(0, credit.ofCall(EMPTY + 5, 6), "more than that is left");
    assertEquals(13, credit.ofCall(EMPTY + 100, 0), "half of an empty call's at most");
  }

  @Test
  void withoutKnowledgeThereIsNone() {
    assertEquals(0, credit.ofCall(60, 0), "no leaf");
    OverlapCredit unknown = new OverlapCredit(KnownOverheads.NOTHING);
    unknown.add(EMPTY, 0, 1_000);
    assertEquals(0, unknown.ofCall(60, 0));
  }

  @Test
  void ofNoLeafNothingIsKnown() {
    assertEquals(Double.NaN, credit.empty());
  }

  @Test
  void ofOneLeafItIsItsOwn() {
    credit.add(EMPTY + 1, 1, 1_024);
    assertEquals(EMPTY, credit.empty());
  }

  @Test
  void manyNoisyLeavesDoNotMakeItSmaller() {
    Random random = new Random(1);
    credit.add(EMPTY + 1, 1, 1_000_000);
    double least = EMPTY;
    for (int i = 0; i < 40; i++) {
      double noisy = EMPTY + 3 * random.nextGaussian();
      credit.add(noisy, -1, 1_024);
      least = Math.min(least, noisy);
    }
    assertEquals(EMPTY - 6, least, 2, "which the smallest is");
    assertEquals(EMPTY, credit.empty(), 0.1);
  }

  @Test
  void longLeavesDoNotMakeItLonger() {
    credit.add(200, 160, 900_000);
    credit.add(EMPTY + 1, 1, 100_000);
    assertEquals(EMPTY, credit.empty());
  }
}
