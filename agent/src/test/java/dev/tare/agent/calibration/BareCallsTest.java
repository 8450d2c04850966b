package dev.tare.agent.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.Category;
import dev.tare.runtime.Kind;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What bare calls are said to take where the kernels' equations leave it open. */
class BareCallsTest {
  private static final int BOUND = chain(Kind.C2_STATIC, Kind.C2_STATIC);
  private static final int DISPATCHED = chain(Kind.C2_DISPATCHED, Kind.C2_DISPATCHED);
  private static final int TO_DISPATCHED = chain(Kind.C2_STATIC, Kind.C2_DISPATCHED);
  private static final int YOUNG = chain(Kind.C1_STATIC, Kind.C2_STATIC);

  private final double[] mean = new double[Category.KEYS];
  private final double[] language = new double[Category.KEYS];

  private static int chain(int caller, int called) {
    return Category.key(false, Kind.C2_STATIC, caller, false, called);
  }

  @BeforeEach
  void nothingIsKnown() {
    Arrays.fill(mean, Double.NaN);
  }

  private void know(int key, double itsMean, double itsLanguage) {
    mean[key] = itsMean;
    language[key] = itsLanguage;
  }

  private void assertKnown(int key, double itsMean, double itsLanguage) {
    assertEquals(itsMean, mean[key]);
    assertEquals(itsLanguage, language[key]);
  }

  @Test
  void whatOneCategoryWasGivenTooMuchOfIsTakenFromIt() {
    know(BOUND, 211, 30);
    know(DISPATCHED, 217, 8);
    know(TO_DISPATCHED, 214, 6);
    BareCalls.even(mean, language);
    assertKnown(BOUND, 211, 3);
    assertKnown(DISPATCHED, 217, 9);
    assertKnown(TO_DISPATCHED, 214, 6);
  }

  @Test
  void itIsNeverLessThanNothing() {
    know(BOUND, 205, 2);
    know(DISPATCHED, 210, 5);
    know(TO_DISPATCHED, 220, 15);
    BareCalls.even(mean, language);
    assertKnown(BOUND, 205, 0);
    assertKnown(DISPATCHED, 210, 5);
  }

  @Test
  void aMeanFarAboveItsLikeIsNoOverhead() {
    know(BOUND, 269, 3);
    know(DISPATCHED, 435, 4);
    know(TO_DISPATCHED, 270, 5);
    BareCalls.even(mean, language);
    assertKnown(DISPATCHED, 271, 5);
  }

  @Test
  void ofOneAloneItIsAsSolved() {
    know(BOUND, 211, 30);
    know(Category.searched(BOUND), 300, 7);
    BareCalls.even(mean, language);
    assertKnown(BOUND, 211, 30);
    assertKnown(Category.searched(BOUND), 300, 7);
  }

  @Test
  void youngMethodsHaveNoPartInIt() {
    know(BOUND, 211, 2);
    know(DISPATCHED, 213, 4);
    know(YOUNG, 400, 90);
    BareCalls.even(mean, language);
    assertKnown(BOUND, 211, 2);
    assertKnown(YOUNG, 400, 90);
  }
}
