package dev.tare.runtime;

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
    known.setGuessed(KEY, 30, 32, 2);
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
    known.setHidden(KEY, 6);
    assertEquals(0, known.hidden(KEY, 10, 10 * 3, 0, 0), "not told from an empty one");
    assertEquals(10 * 3, known.hidden(KEY, 10, 10 * 6, 0, 0), "half of it");
    assertEquals(10 * 6, known.hidden(KEY, 10, 10 * 9, 0, 0));
    assertEquals(10 * 6, known.hidden(KEY, 10, 10 * 500, 0, 0), "never more");
    assertEquals(0, known.hidden(KEY, 0, 100, 0, 0), "still in progress");
    assertEquals(
        0, known.hidden(Category.ofLeaf(Kind.C2_DISPATCHED), 10, 5_000, 0, 0), "not measured");
  }

  @Test
  void whatDrainedCallsTookMoreIsTheLeafsOwn() {
    known.setTrained(KEY, 20, 28, 3);
    known.setHidden(KEY, 6);
    known.setDrained(KEY, 48);
    int calls = 100_000;
    assertEquals(20, known.wholeDrain());
    assertEquals(
        calls * 4.0, known.hidden(KEY, calls, calls, 1_000, 1_000 * 50), "of 5, 1 is left");
    assertEquals(0, known.hidden(KEY, calls, calls * 9L, 1_000, 1_000 * 50), "all of it is left");
    assertEquals(calls * 6.0, known.hidden(KEY, calls, 0, 1_000, 1_000 * 200), "never more");
    assertEquals(0, known.hidden(KEY, calls, calls, 63, 63 * 50), "too few to tell");
  }

  @Test
  void ofASearchHowLongItTakesInTheRun() {
    int searched = Category.searched(KEY);
    known.setTrained(KEY, 20, 28, 3);
    known.setTrained(searched, 30, 38, 3);
    assertEquals(25 + 17, known.adjustment(searched, 10, 90, 17) >> KnownOverheads.FRACTION_BITS);
    assertEquals(
        35, known.adjustment(searched, 10, 90, Double.NaN) >> KnownOverheads.FRACTION_BITS);
  }

  private long units(long smallest, double runMean) {
    return known.adjustment(KEY, smallest, runMean, Double.NaN) >> KnownOverheads.FRACTION_BITS;
  }
}
