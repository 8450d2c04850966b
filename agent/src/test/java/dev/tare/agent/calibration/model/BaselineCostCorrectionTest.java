package dev.tare.agent.calibration.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What bare calls are said to take where the kernels' equations leave it open. */
class BaselineCostCorrectionTest {
  private static final int BOUND = chain(Kind.C2_STATIC, Kind.C2_STATIC);
  private static final int VIRTUAL = chain(Kind.C2_VIRTUAL, Kind.C2_VIRTUAL);
  private static final int TO_VIRTUAL = chain(Kind.C2_STATIC, Kind.C2_VIRTUAL);
  private static final int YOUNG = chain(Kind.C1_STATIC, Kind.C2_STATIC);

  private final double[] mean = new double[Category.KEYS];
  private final double[] baselineCallCost = new double[Category.KEYS];

  private static int chain(int caller, int called) {
    return Category.key(false, Kind.C2_STATIC, caller, false, called);
  }

  @BeforeEach
  void nothingIsKnown() {
    Arrays.fill(mean, Double.NaN);
  }

  private void know(int key, double itsMean, double itsBaselineCallCost) {
    mean[key] = itsMean;
    baselineCallCost[key] = itsBaselineCallCost;
  }

  private void assertKnown(int key, double itsMean, double itsBaselineCallCost) {
    assertEquals(itsMean, mean[key]);
    assertEquals(itsBaselineCallCost, baselineCallCost[key]);
  }

  @Test
  void whatOneCategoryWasGivenTooMuchOfIsTakenFromIt() {
    know(BOUND, 211, 30);
    know(VIRTUAL, 217, 8);
    know(TO_VIRTUAL, 214, 6);
    BaselineCostCorrection.even(mean, baselineCallCost);
    assertKnown(BOUND, 211, 3);
    assertKnown(VIRTUAL, 217, 9);
    assertKnown(TO_VIRTUAL, 214, 6);
  }

  @Test
  void itIsNeverLessThanNothing() {
    know(BOUND, 205, 2);
    know(VIRTUAL, 210, 5);
    know(TO_VIRTUAL, 220, 15);
    BaselineCostCorrection.even(mean, baselineCallCost);
    assertKnown(BOUND, 205, 0);
    assertKnown(VIRTUAL, 210, 5);
  }

  @Test
  void aMeanFarAboveItsLikeIsNoOverhead() {
    know(BOUND, 269, 3);
    know(VIRTUAL, 435, 4);
    know(TO_VIRTUAL, 270, 5);
    BaselineCostCorrection.even(mean, baselineCallCost);
    assertKnown(VIRTUAL, 271, 5);
  }

  @Test
  void ofOneAloneItIsAsSolved() {
    know(BOUND, 211, 30);
    know(Category.withLookup(BOUND), 300, 7);
    BaselineCostCorrection.even(mean, baselineCallCost);
    assertKnown(BOUND, 211, 30);
    assertKnown(Category.withLookup(BOUND), 300, 7);
  }

  @Test
  void youngMethodsHaveNoPartInIt() {
    know(BOUND, 211, 2);
    know(VIRTUAL, 213, 4);
    know(YOUNG, 400, 90);
    BaselineCostCorrection.even(mean, baselineCallCost);
    assertKnown(BOUND, 211, 2);
    assertKnown(YOUNG, 400, 90);
  }
}
