package dev.tare.runtime.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** What is taken off an interval, by what is known of its category; the metric is a clock. */
class KnownOverheadsTest {
  private static final int KEY = Category.ofLeaf(Kind.C2_STATIC);

  private final KnownOverheads known = new KnownOverheads();

  @Test
  void ofATrainedCategoryTheMeanLessTheBareCalls() {
    known.setTrained(KEY, 20, 28, 3);
    assertEquals(25, units(10, Double.NaN));
  }

  @Test
  void neverMoreThanLeavesTheRunsOwnIntervalsTheBareCalls() {
    known.setTrained(KEY, 20, 28, 3);
    assertEquals(19, units(20, 22));
  }

  @Test
  void ofAClockTheSmallestIntervalSaysNothingOfTheMean() {
    known.setFallback(KEY, 30, 32, 2);
    assertEquals(30, units(20, Double.NaN));
  }

  @Test
  void ofACategoryWithoutLikeTheSmallestInterval() {
    assertEquals(40, units(40, Double.NaN));
  }

  @Test
  void aSmallestIntervalThatIsLongIsTheProgramsOwn() {
    assertEquals(0, units(30_000_000, Double.NaN));
    assertEquals(0, units(KnownOverheads.UNKNOWN, Double.NaN));
  }

  @Test
  void whatABusyLeafHidesIsItsOwn() {
    known.setTrained(KEY, 20, 28, 3);
    known.setOverlap(KEY, 6);
    assertEquals(0, known.overlap(KEY, 10, 10 * 3, 0, 0, Double.NaN), "not told from an empty one");
    assertEquals(10 * 3, known.overlap(KEY, 10, 10 * 6, 0, 0, Double.NaN), "half of it");
    assertEquals(10 * 6, known.overlap(KEY, 10, 10 * 9, 0, 0, Double.NaN));
    assertEquals(10 * 6, known.overlap(KEY, 10, 10 * 500, 0, 0, Double.NaN), "never more");
    assertEquals(0, known.overlap(KEY, 0, 100, 0, 0, Double.NaN), "still in progress");
    assertEquals(
        0,
        known.overlap(Category.ofLeaf(Kind.C2_VIRTUAL), 10, 5_000, 0, 0, Double.NaN),
        "not measured");
  }

  @Test
  void whatDrainedCallsTookMoreIsTheLeafsOwn() {
    known.setTrained(KEY, 20, 28, 3);
    known.setOverlap(KEY, 6);
    known.setSerialized(KEY, 48);
    assertEquals(20, known.serializeCost());
    assertEquals(4, serialized(1, 50, Double.NaN), "of 5, 1 is left");
    assertEquals(2, serialized(1, 50, 47), "where an empty one takes 47");
    assertEquals(6, serialized(0, 200, 47), "no more than in training");
    assertEquals(6, serialized(30, 50, 47), "nor less than without them");
    int many = 1 << 10;
    assertEquals(9, known.overlap(KEY, 1, 0, many, many * 56L, 47), "where so many say so");
    assertEquals(14, known.overlap(KEY, 1, 0, many, many * 200L, 47), "half of an empty one's");
    assertEquals(6, known.overlap(KEY, 1, 30, many, many * 77L, 47), "which is all that is known");
    int tooFew = 63;
    assertEquals(0, known.overlap(KEY, 10_000, 10_000, tooFew, tooFew * 50L, 45));
  }

  /** What one of ten thousand calls hides, of which one in ten was serialized. */
  private double serialized(long left, long mean, double empty) {
    int calls = 10_000;
    return known.overlap(KEY, calls, calls * left, 1_000, 1_000 * mean, empty) / calls;
  }

  @Test
  void ofASearchHowLongItTakesInTheRun() {
    int withLookup = Category.withLookup(KEY);
    known.setTrained(KEY, 20, 28, 3);
    known.setTrained(withLookup, 30, 38, 3);
    assertEquals(
        25 + 17, known.adjustment(withLookup, 10, 90, 17, 1) >> KnownOverheads.FRACTION_BITS);
    assertEquals(
        35, known.adjustment(withLookup, 10, 90, Double.NaN, 1) >> KnownOverheads.FRACTION_BITS);
  }

  @Test
  void whatAnIntervalHoldsLessThatWasPutOff() {
    known.setDeferredPathDelta(4, 7);
    assertEquals(4, known.deferredPathDelta(KEY));
    assertEquals(7, known.deferredPathDelta(Category.key(true, 0, 0, false, 0)));
  }

  private long units(long smallest, double runMean) {
    return known.adjustment(KEY, smallest, runMean, Double.NaN, 1) >> KnownOverheads.FRACTION_BITS;
  }
}
