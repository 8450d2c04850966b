package dev.tare.runtime.calibration;

import dev.tare.runtime.config.Settings;
import dev.tare.runtime.internal.UnsafeAccess;
import dev.tare.runtime.memory.TreeMemory;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * One thread's statistics of the categories of its intervals. Written by that thread alone, read by
 * snapshots while it writes; as the tree's own counters are.
 */
public final class CategoryTable {
  /**
   * Of virtual threads whose carrier found no memory for a recorder, several at once: it admits no
   * category and is not read.
   */
  public static final CategoryTable NONE = new CategoryTable();

  /** {@code long}s of a category: one line of most caches. */
  private static final int SIZE = 8;

  private static final int MINIMUM = 0;
  private static final int ADJUSTMENT = 1;
  private static final int LONG_COUNT = 2;
  private static final int SHORT_COUNT = 3;
  private static final int SHORT_SUM = 4;

  /** Fewer timed lookups than this say nothing of their mean. */
  private static final long MIN_LOOKUPS = 64;

  /** Distance from one timed lookup, or exempt interval, to the next. No loop has such a period. */
  private static final int BETWEEN_EXCEPTIONS = 251;

  /** Not in the delayed policy, which defers all. */
  private static final boolean EXEMPTS = !Settings.defersAll();

  private static final int LOOKUPS_BETWEEN_FIRST_TIMED = 13;

  /** So much of the last sample's ratio is in {@link #drift}; the rest is of those before. */
  private static final double LAST_SAMPLE_WEIGHT = 0.25;

  /** Samples beyond it, and below its reciprocal, count as this much. */
  private static final double MAX_DRIFT = 2;

  /** All categories that were met. */
  private long[] values = {};

  private final boolean neverTrusted;

  /** Whether what is known is subtracted at once, and not only when the tree is read. */
  private boolean isTrusted;

  /** The category that is trusted until the next interval is deferred; none: -1. */
  private int exempt = -1;

  private long lookups;
  private long lookupSum;

  /** Present probe cost / that of the calibration run. */
  private double drift = 1;

  private double driftSum;
  private long driftSamples;

  /** How far samples were from the drift before them, as parts of it: the sum of the squares. */
  private double driftSquares;

  private long deferred;
  private double deferredDriftSum;

  public CategoryTable() {
    this(false);
  }

  private CategoryTable(boolean neverTrusted) {
    this.neverTrusted = neverTrusted;
  }

  /** A table with which all intervals are deferred as a thread's first are. */
  public static CategoryTable neverTrusted() {
    return new CategoryTable(true);
  }

  /** Whether {@link #adjust} knows what to subtract from an interval of the category at once. */
  @ForceInline
  public boolean trusts(int category) {
    int at = category * SIZE;
    return at < values.length && values[at + ADJUSTMENT] != KnownOverheads.UNKNOWN;
  }

  /**
   * Books an interval of a category that it {@link #trusts}, and returns what is to be subtracted
   * from it, in parts of the unit ({@link KnownOverheads}).
   */
  @ForceInline
  public long adjust(int category, long interval) {
    long[] table = values;
    book(table, category, interval);
    return table[category * SIZE + ADJUSTMENT];
  }

  @ForceInline
  private void book(long[] table, int category, long interval) {
    int at = category * SIZE;
    if (interval < table[at + MINIMUM]) {
      lower(category, interval);
    }
    if (interval < KnownOverheads.BEYOND_OVERHEAD) {
      table[at + SHORT_COUNT]++;
      table[at + SHORT_SUM] += interval;
    } else {
      table[at + LONG_COUNT]++;
    }
  }

  /**
   * Makes room for the category, and not for all there are: the table of a thread that ends soon
   * would take more than its tree. Out of memory, nothing changes and the error is thrown.
   */
  public void admit(int category) {
    if (category * SIZE >= values.length) {
      UnsafeAccess.UNSAFE.loadFence(); // CategoryNumbers' guarantee 2
      int before = values.length / SIZE;
      int count = Math.max(category + 1, Math.min(Category.count(), before + before / 2));
      long[] longer = new long[count * SIZE];
      System.arraycopy(values, 0, longer, 0, values.length);
      for (int added = before; added < count; added++) {
        longer[added * SIZE + MINIMUM] = KnownOverheads.UNKNOWN;
        longer[added * SIZE + ADJUSTMENT] = KnownOverheads.UNKNOWN;
      }
      TreeMemory.takeAnyway((long) (longer.length - values.length) * Long.BYTES);
      UnsafeAccess.UNSAFE.storeFence(); // Who sees the table finds its categories' keys.
      values = longer;
      for (int added = before; added < count; added++) {
        setAdjustment(added);
      }
    }
  }

  /** Books an interval of an admitted category whose adjustment is deferred. */
  public void observe(int category, long interval) {
    book(values, category, interval);
  }

  /** How many lookups of nodes are to come before the next that is timed. */
  public int lookupsUntilTimed() {
    return lookups < MIN_LOOKUPS ? LOOKUPS_BETWEEN_FIRST_TIMED : BETWEEN_EXCEPTIONS;
  }

  /**
   * Books how long a lookup of a node took, in the metric's unit. What this takes now and then, to
   * compute all adjustments again, is to be excluded.
   */
  public void observeLookup(long metric) {
    if (metric < KnownOverheads.BEYOND_OVERHEAD) {
      lookups++;
      lookupSum += metric;
      boolean isPowerOfTwo = (lookups & (lookups - 1)) == 0;
      if (lookups >= MIN_LOOKUPS && isPowerOfTwo) {
        setAdjustments();
      }
    }
  }

  /**
   * Follows the drift: what is known is multiplied by this from now on, smoothed over some samples.
   * Values out of bounds are clamped, but for a thread's first: the monitor's probes may not be
   * compiled yet.
   *
   * @param ratio what a sample took here / what it took in the calibration run; NaN says nothing
   */
  public void updateDrift(double ratio) {
    double clamped = Math.max(1 / MAX_DRIFT, Math.min(ratio, MAX_DRIFT));
    boolean isUsable = clamped == ratio || (driftSamples > 0 && !Double.isNaN(ratio));
    if (!Corrections.DRIFT || !isUsable) {
      return;
    }
    double deviation = clamped / drift - 1;
    driftSquares += deviation * deviation;
    drift = driftSamples == 0 ? clamped : drift + LAST_SAMPLE_WEIGHT * (clamped - drift);
    driftSum += clamped;
    driftSamples++;
    setAdjustments();
  }

  /** The mean {@link #drift}. */
  private double meanDrift() {
    return driftSamples == 0 ? 1 : driftSum / driftSamples;
  }

  /** Samples of {@link #updateDrift}. */
  public long driftSamples() {
    return driftSamples;
  }

  /**
   * How far samples were from the drift that was subtracted until then, as parts of it: the sum of
   * the squares.
   */
  public double driftSquares() {
    return driftSquares;
  }

  /**
   * Books that an interval was deferred, at the present drift. After every {@value
   * #BETWEEN_EXCEPTIONS}st, the next interval is adjusted at once if it has the same category,
   * because compilers omit paths that were never taken.
   */
  void countDeferred(int category) {
    deferred++;
    deferredDriftSum += drift;
    int before = exempt;
    exempt = EXEMPTS && deferred % BETWEEN_EXCEPTIONS == 0 ? category : -1;
    if (exempt != before) {
      setAdjustment(Math.max(before, 0)); // Any in the place of none.
      setAdjustment(category);
    }
  }

  /** The mean drift of the deferred intervals, most of which are a thread's first. */
  private double deferredDrift() {
    return deferred == 0 ? meanDrift() : deferredDriftSum / deferred;
  }

  /** Adds what an ended thread's table has seen. Out of memory, the error is thrown. */
  public void addAll(CategoryTable ended) {
    for (int category = 0; category < ended.count(); category++) {
      admit(category);
      int at = category * SIZE;
      values[at + MINIMUM] = Math.min(values[at + MINIMUM], ended.values[at + MINIMUM]);
      for (int sum = at + LONG_COUNT; sum < at + SIZE; sum++) {
        values[sum] += ended.values[sum];
      }
    }
    driftSum += ended.driftSum;
    driftSamples += ended.driftSamples;
    driftSquares += ended.driftSquares;
    deferred += ended.deferred;
    deferredDriftSum += ended.deferredDriftSum;
    lookups += ended.lookups;
    lookupSum += ended.lookupSum;
  }

  /** Takes over what is known now, and trusts it from here on. */
  public void trust() {
    isTrusted = !neverTrusted;
    setAdjustments();
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

  private void setAdjustments() {
    for (int category = 0; category < count(); category++) {
      setAdjustment(category);
    }
  }

  @DontInline
  private void setAdjustment(int category) {
    values[category * SIZE + ADJUSTMENT] =
        isTrusted || category == exempt ? adjustment(category, drift) : KnownOverheads.UNKNOWN;
  }

  private long adjustment(int category, double drift) {
    long smallest = category < count() ? minimum(category) : KnownOverheads.UNKNOWN;
    return Calibration.known().adjustment(Category.key(category), smallest, meanLookup(), drift);
  }

  /**
   * Overhead of a deferred interval, in parts of the unit, at the mean drift of deferred intervals.
   * A virtual thread may have met the category on another carrier.
   */
  public long adjustmentOfDeferred(int category) {
    return adjustment(category, deferredDrift());
  }

  private double meanLookup() {
    return lookups < MIN_LOOKUPS || !Corrections.LOOKUP ? Double.NaN : (double) lookupSum / lookups;
  }

  /** How many categories this table has room for now. */
  public int count() {
    return values.length / SIZE;
  }

  /** What it takes of the heap, in bytes. */
  public long memory() {
    return (long) values.length * Long.BYTES;
  }

  /** The smallest interval seen, or {@link KnownOverheads#UNKNOWN}. */
  public long minimum(int category) {
    return values[category * SIZE + MINIMUM];
  }

  /** Intervals seen. */
  public long observed(int category) {
    return shortCount(category) + values[category * SIZE + LONG_COUNT];
  }

  /** Those of the intervals that may have been empty. */
  public long shortCount(int category) {
    return values[category * SIZE + SHORT_COUNT];
  }

  /** The sum of {@link #shortCount}. */
  public long shortSum(int category) {
    return values[category * SIZE + SHORT_SUM];
  }
}
