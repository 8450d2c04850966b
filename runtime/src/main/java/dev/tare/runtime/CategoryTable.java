package dev.tare.runtime;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * One thread's statistics of the categories of its intervals. Written by that thread alone, read by
 * snapshots while it writes; see {@link ThreadRecorder}'s guarantees.
 */
public final class CategoryTable {
  /** {@code long}s of a category. */
  private static final int SIZE = 8;

  private static final int MINIMUM = 0;
  private static final int ADJUSTMENT = 1;
  private static final int OBSERVED = 2;
  private static final int SHORT = 3;
  private static final int SHORT_SUM = 4;

  /**
   * Longer intervals than this, in the metric's unit, hold more than overhead, and say nothing of
   * its mean. As nanoseconds it is many times what a probe costs, as instructions likewise.
   */
  private static final long SHORT_LIMIT = 1_000;

  private long[] values = new long[0];
  private int generation = Calibration.generation;

  /**
   * Books an interval of the category, and returns what is to be taken off it, in parts of the unit
   * ({@link KnownOverheads}).
   */
  @ForceInline
  long observe(int category, long interval) {
    int at = category * SIZE;
    if (at >= values.length || generation != Calibration.generation) {
      refresh();
    }
    long[] table = values;
    if (interval < table[at + MINIMUM]) {
      lower(category, interval);
    }
    table[at + OBSERVED]++;
    if (interval < SHORT_LIMIT) {
      table[at + SHORT]++;
      table[at + SHORT_SUM] += interval;
    }
    return table[at + ADJUSTMENT];
  }

  /** What is taken off an interval that may not have been of the category throughout, in parts. */
  public long adjustment(int category) {
    int at = category * SIZE;
    return at < values.length ? values[at + ADJUSTMENT] : 0;
  }

  @DontInline
  private void lower(int category, long interval) {
    if (interval >= 0) { // A clock that steps back measures nothing.
      values[category * SIZE + MINIMUM] = interval;
      adjust(category);
    }
  }

  /** Takes over what has become known elsewhere, and makes room for the categories met since. */
  @DontInline
  private void refresh() {
    generation = Calibration.generation;
    KnownOverheads known = Calibration.known();
    int count = Category.count();
    int before = values.length / SIZE;
    if (count > before) {
      long[] longer = new long[count * SIZE];
      System.arraycopy(values, 0, longer, 0, values.length);
      for (int category = before; category < count; category++) {
        longer[category * SIZE + MINIMUM] = KnownOverheads.UNKNOWN;
      }
      values = longer;
    }
    for (int category = 0; category < count; category++) {
      int at = category * SIZE;
      values[at + MINIMUM] = Math.min(values[at + MINIMUM], known.minimum(Category.key(category)));
      adjust(category);
    }
  }

  private void adjust(int category) {
    values[category * SIZE + ADJUSTMENT] =
        Calibration.known().adjustment(Category.key(category), values[category * SIZE + MINIMUM]);
  }

  /** How many categories this table has room for now. */
  public int count() {
    return values.length / SIZE;
  }

  /** The smallest interval seen or known, or {@link KnownOverheads#UNKNOWN}. */
  public long minimum(int category) {
    return values[category * SIZE + MINIMUM];
  }

  /** Intervals seen. */
  public long observed(int category) {
    return values[category * SIZE + OBSERVED];
  }

  /** Those of the intervals that may have been empty. */
  public long shortOnes(int category) {
    return values[category * SIZE + SHORT];
  }

  /** The sum of {@link #shortOnes}. */
  public long shortSum(int category) {
    return values[category * SIZE + SHORT_SUM];
  }
}
