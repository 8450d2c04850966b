package dev.tare.runtime;

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
   * than twice as much as this.
   */
  static final long BEYOND_OVERHEAD = 1_000;

  /**
   * Whether equal work reads the same. Of clocks the smallest of millions of intervals lies a tick
   * or two below that of thousands, and says as little of their mean.
   */
  private static final boolean IS_EXACT = Settings.readingSource == Reading.EVENT;

  /** Fewer drained calls than this say nothing of their mean. */
  private static final long FEWEST_DRAINED = 64;

  /**
   * So many say it to a nanosecond, and what a busy method hides in training need not bound it: two
   * trainings in seven found that a fourth of what it is. Half of an empty interval does.
   */
  public static final long ENOUGH_DRAINED = 1 << 10;

  private final long[] minimum = new long[Category.KEYS];
  private final double[] mean = new double[Category.KEYS];
  private final double[] language = new double[Category.KEYS];
  private final double[] likeMinimum = new double[Category.KEYS];
  private final double[] hidden = new double[Category.KEYS];
  private final double[] drained = new double[Category.KEYS];
  private long wholeDrain;
  private double lessAfterEntry;
  private double lessAfterExit;
  private double trial = Double.NaN;
  private final boolean[] trained = new boolean[Category.KEYS];

  /** Nothing is known yet. */
  public KnownOverheads() {
    for (int key = 0; key < Category.KEYS; key++) {
      minimum[key] = UNKNOWN;
      mean[key] = Double.NaN;
      drained[key] = Double.NaN;
    }
  }

  /**
   * Says what intervals of a category measured that held nothing but bare calls.
   *
   * @param minimum the smallest
   * @param mean the mean
   * @param language what the bare calls cost without instrumentation
   */
  public void setTrained(int key, long minimum, double mean, double language) {
    this.minimum[key] = minimum;
    this.mean[key] = mean;
    this.language[key] = language;
    trained[key] = true;
  }

  /**
   * Says what similar categories measured, where nobody has measured this one; the parameters are
   * their averages of those of {@link #setTrained}.
   */
  public void setGuessed(int key, double minimum, double mean, double language) {
    this.likeMinimum[key] = minimum;
    this.mean[key] = mean;
    this.language[key] = language;
  }

  /**
   * Says how much of what is taken off an empty interval a busy method's does not hold: a processor
   * works at the method and at the probes around it at the same time.
   */
  public void setHidden(int key, double metric) {
    hidden[key] = metric;
  }

  /**
   * How much of what was taken off a leaf's calls is its own all the same, in the metric's unit. If
   * half of what work can hide is left of a call, that is nothing yet, for what is hidden by
   * shorter ones cannot be told from what empty ones vary by; if one and a half is left, it is all.
   * Where drained calls are enough, it is what they took more than the others, too. An exact metric
   * hides nothing.
   *
   * @param key of the leaf's intervals; see {@link Category#ofLeaf}
   * @param calls of the leaf that have ended
   * @param self what is left of them
   * @param drainedCalls those of them whose entries were drained
   * @param drainedMetric what these took, with all overhead
   * @param emptyDrained what a drained call takes here that does nothing; NaN where that was not
   *     seen: as in training then
   */
  public double hidden(
      int key, long calls, long self, long drainedCalls, long drainedMetric, double emptyDrained) {
    if (IS_EXACT || calls <= 0) {
      return 0;
    }
    double left = (double) self / calls;
    double most = hidden[key];
    double isOwn = Math.max(0, Math.min(left - most / 2, most));
    double empty = Double.isNaN(emptyDrained) ? drained[key] - language[key] : emptyDrained;
    if (drainedCalls >= FEWEST_DRAINED && !Double.isNaN(empty)) {
      double more = (double) drainedMetric / drainedCalls - empty - left;
      double bound = drainedCalls >= ENOUGH_DRAINED ? mean[key] / 2 : most;
      isOwn = Math.max(isOwn, Math.min(more, bound));
    }
    return calls * isOwn;
  }

  /**
   * Says what the intervals of leaves that hold nothing but a bare call measured where the entry
   * was {@linkplain Drain drained}, in the mean.
   *
   * <p>After {@link #setTrained}.
   *
   * @param key of such intervals, had they not been drained
   */
  public void setDrained(int key, double mean) {
    drained[key] = mean;
    if (key == Category.ofLeaf(Kind.C2_STATIC) && !Double.isNaN(mean)) {
      wholeDrain = Math.max(0, Math.round(mean - this.mean[key]));
    }
  }

  /**
   * Says how much less overhead an interval holds that began where the one before was put off, in
   * the metric's unit; less than nothing where it is more.
   */
  public void setLessIfDeferred(double afterEntry, double afterExit) {
    lessAfterEntry = afterEntry;
    lessAfterExit = afterExit;
  }

  /** The same of a category. */
  double lessIfDeferred(int key) {
    return Category.beginsWithExit(key) ? lessAfterExit : lessAfterEntry;
  }

  /** Says what {@link Pace#trial} took in training; NaN where that is not known. */
  public void setTrial(double metric) {
    trial = metric;
  }

  /** The same. */
  double trial() {
    return trial;
  }

  /** How much longer an interval is if its entry was drained, in whole units of the metric. */
  long wholeDrain() {
    return wholeDrain;
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

  public double language(int key) {
    return language[key];
  }

  /**
   * What is taken off an interval, in parts of the unit ({@link #FRACTION_BITS}). For a trained
   * category it is the mean less the bare calls' part: a clock's minimum lies below its mean by
   * quantisation and by luck, and what remained of each interval would add up. For others it is
   * that of their like, less by as much as an exact metric's smallest interval is below theirs,
   * unless all is compiled by C2 and their like so are sure; and where they have none, the smallest
   * interval seen, unless that is too long to be overhead.
   *
   * <p>Never more than leaves the run's own intervals the bare calls' part: where they are shorter
   * in the mean than the trainer's, the trainer met worse conditions.
   *
   * <p>How long a search takes is seen in the run: of an interval with one, that and what is taken
   * off the same without is its overhead.
   *
   * @param smallest interval seen, or {@link #UNKNOWN}
   * @param runMean of the intervals seen that may have been empty; NaN where they are too few
   * @param search mean of the searches that were timed; NaN where they are too few
   * @param pace how much longer probes take than in training
   */
  public long adjustment(int key, long smallest, double runMean, double search, double pace) {
    double found = Category.isSearched(key) ? withSearch(key, search, pace) : Double.NaN;
    if (Double.isNaN(found)) {
      found = found(key, smallest, pace);
    }
    double most = Double.isNaN(runMean) ? found : runMean - language[key];
    return Math.max(0, parts(Math.min(found, most)));
  }

  /** A value in the metric's unit, in parts of it. */
  static long parts(double value) {
    return Math.round(value * UNIT);
  }

  private double withSearch(int key, double search, double pace) {
    int other = Category.unsearched(key);
    return mean[other] * pace - language[other] + search;
  }

  private double found(int key, long smallest, double pace) {
    double ofLike = mean[key] * pace - language[key];
    if (Double.isNaN(ofLike)) {
      return smallest >= BEYOND_OVERHEAD ? 0 : smallest;
    }
    boolean isShorter =
        IS_EXACT && !trained[key] && !Category.isOfC2(key) && smallest < likeMinimum[key];
    return isShorter ? ofLike + smallest - likeMinimum[key] : ofLike;
  }
}
