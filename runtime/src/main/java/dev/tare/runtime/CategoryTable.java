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
  private static final int LONG_ONES = 2;
  private static final int SHORT_ONES = 3;
  private static final int SHORT_SUM = 4;

  /** Intervals of this length and more hold more than overhead, and say nothing of its mean. */
  private static final int SHORT_LIMIT = 5;

  /** Those of the short ones that were put off, and hold less overhead. */
  private static final int DEFERRED_ONES = 6;

  /** By how much the limit is above the mean that is known: interpreted probes take hundreds. */
  private static final long LIMIT_BY_MEAN = 4;

  /** Fewer short intervals of a category than this say nothing of their mean. */
  private static final long FEWEST_FOR_A_MEAN = 1 << 14;

  /** Fewer timed searches than this say nothing of their mean. */
  private static final long FEWEST_SEARCHES = 64;

  /** Searches from one that is timed to the next; fewer at first. No loop has such a period. */
  private static final int SEARCHES_BETWEEN_TIMES = 251;

  private static final int SEARCHES_BETWEEN_FIRST_TIMES = 13;

  /** So much of the last trial's ratio is in {@link #pace}; the rest is of those before. */
  private static final double LAST_TRIAL = 0.25;

  /** A trial that differs by more than this from training's was disturbed, or not compiled yet. */
  private static final double MOST_PACE = 2;

  private static final long[] NONE = {};

  /** All categories that were met. */
  private long[] values = NONE;

  /** The same, or nothing while no adjustment is to be trusted: so one comparison tells both. */
  private long[] trusted = NONE;

  private final boolean neverTrusted;
  private long searches;
  private long searchSum;

  /** How much longer probes take now than in training. */
  private double pace = 1;

  private double paceSum;
  private long trials;

  CategoryTable() {
    this(false);
  }

  private CategoryTable(boolean neverTrusted) {
    this.neverTrusted = neverTrusted;
  }

  /** One with which all intervals are put off, as a thread's first are. */
  public static CategoryTable neverTrusted() {
    return new CategoryTable(true);
  }

  /** Whether {@link #adjust} knows what to take off an interval of the category at once. */
  @ForceInline
  boolean trusts(int category) {
    return category * SIZE < trusted.length;
  }

  /** Whether it knows what to take off any interval at once. */
  boolean trustsAny() {
    return trusted.length > 0;
  }

  /**
   * Books an interval of a category that it {@link #trusts}, and returns what is to be taken off
   * it, in parts of the unit ({@link KnownOverheads}).
   */
  @ForceInline
  long adjust(int category, long interval) {
    long[] table = trusted;
    int at = category * SIZE;
    if (interval < table[at + MINIMUM]) {
      lower(category, interval);
    }
    if (interval < table[at + SHORT_LIMIT]) {
      table[at + SHORT_ONES]++;
      table[at + SHORT_SUM] += interval;
    } else {
      table[at + LONG_ONES]++;
      setAdjustment(category); // Thought over on the path that has time for it.
    }
    return table[at + ADJUSTMENT];
  }

  /**
   * Makes room for the category, and not for all there are: the table of a thread that ends soon
   * would take more than its tree. Out of memory, nothing changes and the error is thrown.
   */
  void admit(int category) {
    if (category * SIZE >= values.length) {
      int before = values.length / SIZE;
      int count = Math.min(Category.count(), Math.max(category + 1, before + before / 2));
      long[] longer = new long[count * SIZE];
      System.arraycopy(values, 0, longer, 0, values.length);
      for (int added = before; added < count; added++) {
        longer[added * SIZE + MINIMUM] = Calibration.known().minimum(Category.key(added));
      }
      TreeMemory.takeAnyway((long) (longer.length - values.length) * Long.BYTES);
      values = longer;
      for (int added = before; added < count; added++) {
        setAdjustment(added);
      }
    }
  }

  /** Books an interval of an admitted category whose adjustment is put off. */
  void observe(int category, long interval) {
    long[] usual = trusted;
    trusted = values;
    long shortOnes = shortOnes(category);
    adjust(category, interval);
    values[category * SIZE + DEFERRED_ONES] += shortOnes(category) - shortOnes;
    trusted = usual;
  }

  /** How many searches of nodes are to come before the next that is timed. */
  int searchesUntilTimed() {
    return searches < FEWEST_SEARCHES ? SEARCHES_BETWEEN_FIRST_TIMES : SEARCHES_BETWEEN_TIMES;
  }

  /** Books how long a search of a node took, in the metric's unit. */
  void observeSearch(long metric) {
    if (metric < KnownOverheads.BEYOND_OVERHEAD) {
      searches++;
      searchSum += metric;
    }
  }

  /**
   * Takes what is known times this from now on, more or less: smoothed over some trials.
   *
   * @param ratio of what a trial took here to what it took in training; NaN says nothing
   */
  void follow(double ratio) {
    if (!(ratio < MOST_PACE && ratio > 1 / MOST_PACE)) {
      return;
    }
    pace = trials == 0 ? ratio : pace + LAST_TRIAL * (ratio - pace);
    paceSum += ratio;
    trials++;
    for (int category = 0; category < count(); category++) {
      setAdjustment(category);
    }
  }

  /** How much longer probes took here than in training, in the mean. */
  public double meanPace() {
    return trials == 0 ? 1 : paceSum / trials;
  }

  /** Adds what an ended thread's table has seen. Out of memory, the error is thrown. */
  void addAll(CategoryTable ended) {
    for (int category = 0; category < ended.count(); category++) {
      admit(category);
      int at = category * SIZE;
      values[at + MINIMUM] = Math.min(values[at + MINIMUM], ended.values[at + MINIMUM]);
      values[at + LONG_ONES] += ended.values[at + LONG_ONES];
      values[at + SHORT_ONES] += ended.values[at + SHORT_ONES];
      values[at + SHORT_SUM] += ended.values[at + SHORT_SUM];
      values[at + DEFERRED_ONES] += ended.values[at + DEFERRED_ONES];
    }
    paceSum += ended.paceSum;
    trials += ended.trials;
    searches += ended.searches;
    searchSum += ended.searchSum;
  }

  /** Takes over what is known now, and trusts it from here on. */
  void trust() {
    for (int category = 0; category < count(); category++) {
      int at = category * SIZE;
      values[at + MINIMUM] =
          Math.min(values[at + MINIMUM], Calibration.known().minimum(Category.key(category)));
      setAdjustment(category);
    }
    trusted = neverTrusted ? NONE : values;
  }

  @DontInline
  private void lower(int category, long interval) {
    // A clock that steps back measures nothing; nor does the interval in which a thread began, or a
    // virtual one was put on a carrier.
    if (interval >= 0 && !Category.beginsAThread(Category.key(category))) {
      values[category * SIZE + MINIMUM] = interval;
      setAdjustment(category);
    }
  }

  @DontInline
  private void setAdjustment(int category) {
    values[category * SIZE + ADJUSTMENT] = adjustment(category, pace);
    double mean = Calibration.known().mean(Category.key(category));
    values[category * SIZE + SHORT_LIMIT] =
        Double.isNaN(mean)
            ? KnownOverheads.BEYOND_OVERHEAD
            : Math.max(KnownOverheads.BEYOND_OVERHEAD, Math.round(LIMIT_BY_MEAN * mean));
  }

  /**
   * What is known now to be taken off an interval of a category, in parts; met here or, as a
   * virtual thread's may be, on another carrier.
   */
  public long adjustment(int category) {
    return adjustment(category, meanPace());
  }

  private long adjustment(int category, double pace) {
    int key = Category.key(category);
    KnownOverheads known = Calibration.known();
    if (category >= count()) {
      return known.adjustment(key, known.minimum(key), Double.NaN, meanSearch(), pace);
    }
    double runMean = meanOfShortOnes(category) * pace / meanPace();
    return known.adjustment(key, minimum(category), runMean, meanSearch(), pace);
  }

  /**
   * The same of an interval that was put off: the one before was, too, and what that takes is left
   * out of the interval after.
   */
  public long adjustmentOfDeferred(int category) {
    long less = KnownOverheads.parts(lessIfDeferred(category));
    return Math.max(0, adjustment(category) - less);
  }

  private static double lessIfDeferred(int category) {
    return Calibration.known().lessIfDeferred(Category.key(category));
  }

  /** What is taken off an interval of an admitted category at once, in parts. */
  long present(int category) {
    return values[category * SIZE + ADJUSTMENT];
  }

  private double meanSearch() {
    return searches < FEWEST_SEARCHES ? Double.NaN : (double) searchSum / searches;
  }

  /** As if none had been put off. */
  private double meanOfShortOnes(int category) {
    long count = shortOnes(category);
    double less = values[category * SIZE + DEFERRED_ONES] * lessIfDeferred(category);
    return count < FEWEST_FOR_A_MEAN ? Double.NaN : (shortSum(category) + less) / count;
  }

  /** How many categories this table has room for now. */
  public int count() {
    return values.length / SIZE;
  }

  /** What it takes of the heap, in bytes. */
  long memory() {
    return (long) values.length * Long.BYTES;
  }

  /** The smallest interval seen or known, or {@link KnownOverheads#UNKNOWN}. */
  public long minimum(int category) {
    return values[category * SIZE + MINIMUM];
  }

  /** Intervals seen. */
  public long observed(int category) {
    return values[category * SIZE + SHORT_ONES] + values[category * SIZE + LONG_ONES];
  }

  /** Those of the intervals that may have been empty. */
  public long shortOnes(int category) {
    return values[category * SIZE + SHORT_ONES];
  }

  /** The sum of {@link #shortOnes}. */
  public long shortSum(int category) {
    return values[category * SIZE + SHORT_SUM];
  }
}
