package dev.tare.runtime.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is subtracted from an interval, by what is known of its category. */
class KnownOverheadsTest {
  private static final int KEY = Category.ofLeaf(Kind.C2_STATIC);
  private static final int WITH_LOOKUP =
      Category.key(true, Kind.C2_STATIC, 0, false, Kind.C2_STATIC) | Category.LOOKUP;

  /** 25 in each interval, and 35 in those with a lookup. */
  static KnownOverheads known() {
    double[] overhead = new double[Category.KEYS];
    Arrays.setAll(overhead, key -> Category.hasLookup(key) ? 35 : 25);
    return new KnownOverheads(overhead, Double.NaN, 0, 0);
  }

  @Test
  void whatIsKnownTimesTheDrift() {
    KnownOverheads known = known();
    assertEquals(25, units(known.adjustment(KEY, 10, Double.NaN, 1)));
    assertEquals(30, units(known.adjustment(KEY, 10, Double.NaN, 1.2)));
  }

  @Test
  void longerByWhatTheHostTakesAway() {
    double[] overhead = new double[Category.KEYS];
    Arrays.fill(overhead, 25);
    KnownOverheads known = new KnownOverheads(overhead, Double.NaN, 0, 0.2);
    assertEquals(30, units(known.adjustment(KEY, 10, Double.NaN, 1)));
    assertEquals(60, units(known.adjustment(KEY, 10, Double.NaN, 2)));
  }

  @Test
  void ofALookupHowLongItTakesInTheRun() {
    KnownOverheads known = known();
    assertEquals(25 * 2 + 17, units(known.adjustment(WITH_LOOKUP, 10, 17, 2)));
    assertEquals(35 * 2, units(known.adjustment(WITH_LOOKUP, 10, Double.NaN, 2)));
    assertEquals(25, units(known.adjustment(KEY, 10, 17, 1)));
  }

  @Test
  void aLeafHidesTheOverlapButNoMoreThanTwiceWhatItShows() {
    double[] none = new double[Category.KEYS];
    KnownOverheads known = new KnownOverheads(none, Double.NaN, 7, 0);
    assertEquals(7 * 10, known.hidden(35, 10));
    assertEquals(7 * 10, known.hidden(1_000, 10));
    assertEquals(2 * 34, known.hidden(34, 10));
    assertEquals(0, known.hidden(-34, 10));
    assertEquals(0, KnownOverheads.NOTHING.hidden(34, 10), "not known");
  }

  @Test
  void whereNothingIsKnownTheSmallestInterval() {
    assertEquals(40, units(KnownOverheads.NOTHING.adjustment(KEY, 40, Double.NaN, 1)));
  }

  @Test
  void aSmallestIntervalThatIsLongIsTheProgramsOwn() {
    long beyond = KnownOverheads.BEYOND_OVERHEAD;
    assertEquals(999, units(KnownOverheads.NOTHING.adjustment(KEY, beyond - 1, Double.NaN, 1)));
    assertEquals(0, KnownOverheads.NOTHING.adjustment(KEY, beyond, Double.NaN, 1));
    assertEquals(0, KnownOverheads.NOTHING.adjustment(KEY, KnownOverheads.UNKNOWN, Double.NaN, 1));
  }

  private static long units(long parts) {
    return parts >> KnownOverheads.FRACTION_BITS;
  }
}
