package dev.tare.runtime.calibration;

import dev.tare.runtime.config.ReadingSource;
import dev.tare.runtime.config.Settings;

/**
 * What is known of the categories' overheads before a thread has seen any: from training, or from
 * an earlier run. For every key. Not changed once it is published.
 */
public final class KnownOverheads {
  /** The minimum of a category that nobody has measured. */
  public static final long UNKNOWN = Long.MAX_VALUE;

  /**
   * Adjustments are counted in parts of the metric's unit: with thousands of millions of intervals
   * half a nanosecond matters. The parts that make no whole unit are carried to the next interval.
   */
  public static final int FRACTION_BITS = 10;

  private static final long UNIT = 1L << FRACTION_BITS;

  /**
   * A smallest interval of this length and more, in the metric's unit, holds more than overhead:
   * compiled probes take tens of nanoseconds and hundreds of instructions, interpreted ones less
   * than twice as much as this; and where all is interpreted, as in {@code -Xint}, ten times.
   */
  public static final long BEYOND_OVERHEAD =
      System.getProperty("java.vm.info", "").startsWith("interpreted") ? 10_000 : 1_000;

  /**
   * Whether equal work reads the same. Of clocks the smallest of millions of intervals lies a tick
   * or two below that of thousands, and says as little of their mean.
   */
  private static final boolean IS_EXACT = Settings.readingSource() == ReadingSource.EVENT;

  /** Fewer serialized calls than this say nothing of their mean. */
  private static final long MIN_SERIALIZED = 64;

  /**
   * So many say it to a nanosecond, and what a busy method hides in training need not bound it: two
   * trainings in seven found that a fourth of what it is. Half of an empty interval does.
   */
  public static final long ENOUGH_SERIALIZED = 1 << 10;

  private final long[] minimum = new long[Category.KEYS];
  private final double[] mean = new double[Category.KEYS];
  private final double[] baselineCallCost = new double[Category.KEYS];
  private final double[] fallbackMinimum = new double[Category.KEYS];
  private final double[] overlap = new double[Category.KEYS];
  private final double[] serialized = new double[Category.KEYS];
  private long serializeCost;
  private double deltaAfterEntry;
  private double deltaAfterExit;
  private double probeCost = Double.NaN;
  private final boolean[] trained = new boolean[Category.KEYS];

  /** Nothing is known yet. */
  public KnownOverheads() {
    for (int key = 0; key < Category.KEYS; key++) {
      minimum[key] = UNKNOWN;
      mean[key] = Double.NaN;
      serialized[key] = Double.NaN;
    }
  }

  /**
   * Says what intervals of a category measured that held nothing but bare calls.
   *
   * @param minimum the smallest
   * @param mean the mean
   * @param baselineCallCost what the bare calls cost without instrumentation
   */
  public void setTrained(int key, long minimum, double mean, double baselineCallCost) {
    this.minimum[key] = minimum;
    this.mean[key] = mean;
    this.baselineCallCost[key] = baselineCallCost;
    trained[key] = true;
  }

  /**
   * Says what similar categories measured, where nobody has measured this one; the parameters are
   * their averages of those of {@link #setTrained}.
   */
  public void setFallback(int key, double minimum, double mean, double baselineCallCost) {
    this.fallbackMinimum[key] = minimum;
    this.mean[key] = mean;
    this.baselineCallCost[key] = baselineCallCost;
  }

  /**
   * Says how much of what is taken off an empty interval a busy method's does not hold: a processor
   * works at the method and at the probes around it at the same time.
   */
  public void setOverlap(int key, double metric) {
    overlap[key] = metric;
  }

  /**
   * How much of what was taken off a leaf's calls is its own all the same, in the metric's unit. If
   * half of what work can hide is left of a call, that is nothing yet, for what is hidden by
   * shorter ones cannot be told from what empty ones vary by; if one and a half is left, it is all.
   * Where serialized calls are enough, it is what they took more than the others, too. An exact
   * metric hides nothing.
   *
   * @param key of the leaf's intervals; see {@link Category#ofLeaf}
   * @param calls of the leaf that have ended
   * @param self what is left of them
   * @param serializedCalls those of them whose entries were serialized
   * @param serializedMetric what these took, with all overhead
   * @param emptySerialized what a serialized call takes here that does nothing; NaN where that was
   *     not seen: as in training then
   */
  public double overlap(
      int key,
      long calls,
      long self,
      long serializedCalls,
      long serializedMetric,
      double emptySerialized) {
    if (IS_EXACT || calls <= 0) {
      return 0;
    }
    double left = (double) self / calls;
    double most = Corrections.LOADED_LEAF ? overlap[key] : 0;
    double isOwn = Math.max(0, Math.min(left - most / 2, most));
    double empty =
        Double.isNaN(emptySerialized) || !Corrections.EMPTY_SERIALIZED
            ? serialized[key] - baselineCallCost[key]
            : emptySerialized;
    if (Corrections.SERIALIZED && serializedCalls >= MIN_SERIALIZED && !Double.isNaN(empty)) {
      double more = (double) serializedMetric / serializedCalls - empty - left;
      double bound = serializedCalls >= ENOUGH_SERIALIZED ? mean[key] / 2 : most;
      isOwn = Math.max(isOwn, Math.min(more, bound));
    }
    return calls * isOwn;
  }

  /**
   * Says what the intervals of leaves that hold nothing but a bare call measured where the entry
   * was {@linkplain PipelineSerializer serialized}, in the mean.
   *
   * <p>After {@link #setTrained}.
   *
   * @param key of such intervals, had they not been serialized
   */
  public void setSerialized(int key, double mean) {
    serialized[key] = mean;
    if (key == Category.ofLeaf(Kind.C2_STATIC) && !Double.isNaN(mean)) {
      serializeCost = Math.max(0, Math.round(mean - this.mean[key]));
    }
  }

  /**
   * Says how much less overhead an interval holds that began where the one before was deferred, in
   * the metric's unit; less than nothing where it is more.
   */
  public void setDeferredPathDelta(double afterEntry, double afterExit) {
    deltaAfterEntry = Corrections.DEFERRED_PATH ? afterEntry : 0;
    deltaAfterExit = Corrections.DEFERRED_PATH ? afterExit : 0;
  }

  /** The same of a category. */
  double deferredPathDelta(int key) {
    return Category.beginsWithExit(key) ? deltaAfterExit : deltaAfterEntry;
  }

  /** Says what {@link ProbeCostMonitor#sample} took in training; NaN where that is not known. */
  public void setProbeCost(double metric) {
    probeCost = metric;
  }

  /** The same. */
  public double probeCost() {
    return probeCost;
  }

  /** How much longer an interval is if its entry was serialized, in whole units of the metric. */
  public long serializeCost() {
    return serializeCost;
  }

  public boolean isTrained(int key) {
    return trained[key];
  }

  public long minimum(int key) {
    return minimum[key];
  }

  /** The mean of empty intervals; NaN where nothing is known. */
  public double mean(int key) {
    return mean[key];
  }

  public double baselineCallCost(int key) {
    return baselineCallCost[key];
  }

  /**
   * What is taken off an interval, in parts of the unit ({@link #FRACTION_BITS}). For a trained
   * category it is the mean less the baseline call cost: a clock's minimum lies below its mean by
   * quantisation and by luck, and what remained of each interval would add up. For others it is
   * that of their like, less by as much as an exact metric's smallest interval is below theirs,
   * unless all is compiled by C2 and their like so are sure; and where they have none, the smallest
   * interval seen, unless that is too long to be overhead.
   *
   * <p>Never more than leaves the run's own intervals the baseline call cost: where they are
   * shorter in the mean than the trainer's, the trainer met worse conditions.
   *
   * <p>How long a lookup takes is seen in the run: of an interval with one, that and what is taken
   * off the same without is its overhead.
   *
   * @param smallest interval seen, or {@link #UNKNOWN}
   * @param runMean of the intervals seen that may have been empty; NaN where they are too few
   * @param lookup mean of the lookups that were timed; NaN where they are too few
   * @param drift how much longer probes take than in training
   */
  public long adjustment(int key, long smallest, double runMean, double lookup, double drift) {
    double found = Category.hasLookup(key) ? overheadWithLookup(key, lookup, drift) : Double.NaN;
    if (Double.isNaN(found)) {
      found = found(key, smallest, drift);
    }
    double most = Double.isNaN(runMean) ? found : runMean - baselineCallCost[key];
    return Math.max(0, parts(Math.min(found, most)));
  }

  /** A value in the metric's unit, in parts of it. */
  static long parts(double value) {
    return Math.round(value * UNIT);
  }

  private double overheadWithLookup(int key, double lookup, double drift) {
    int other = Category.withoutLookup(key);
    return mean[other] * drift - baselineCallCost[other] + lookup;
  }

  private double found(int key, long smallest, double drift) {
    double ofFallback = mean[key] * drift - baselineCallCost[key];
    if (Double.isNaN(ofFallback)) {
      return smallest >= BEYOND_OVERHEAD ? 0 : smallest;
    }
    boolean isShorter =
        Corrections.FALLBACK_MINIMUM
            && IS_EXACT
            && !trained[key]
            && !Category.isOfC2(key)
            && smallest < fallbackMinimum[key];
    return isShorter ? ofFallback + smallest - fallbackMinimum[key] : ofFallback;
  }
}
