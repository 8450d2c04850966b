package dev.tare.runtime.calibration;

import dev.tare.runtime.config.Settings;

/**
 * What an interval of each category holds of overhead: the answers of the agent's model, in the
 * metric's unit. Immutable.
 */
public final class KnownOverheads {
  /** Instead of a minimum: no interval was seen; instead of an adjustment: it is deferred. */
  public static final long UNKNOWN = Long.MAX_VALUE;

  /** Where there is no calibration run: each category's smallest interval is its overhead. */
  public static final KnownOverheads NOTHING = new KnownOverheads(nothing(), Double.NaN, 0, 0);

  /**
   * Adjustments are counted in parts of the metric's unit: with thousands of millions of intervals
   * half a nanosecond matters. The parts that make no whole unit are carried to the next interval.
   */
  public static final int FRACTION_BITS = 10;

  /** Probes allocate nothing, for example: then the smallest interval is the program's own. */
  private static final boolean PROBES_ADD_NOTHING = Settings.betweenReadings() == 0;

  /** Of an interval of overhead alone, the reading is one; a busy machine makes it longer. */
  private static final int READINGS = 4;

  /**
   * An interval of this length and more, in the metric's unit, is not overhead alone: compiled
   * probes take tens of nanoseconds and hundreds of instructions, an interpreted one 800
   * instructions. Where all is interpreted, as with {@code -Xint}, it is ten times as much; and
   * where a reading is a system call, it alone may take longer.
   */
  public static final long BEYOND_OVERHEAD =
      Math.max(Kind.INTERPRETER_ONLY ? 10_000 : 1_000, READINGS * Settings.betweenReadings());

  /**
   * A leaf's interval hides the first {@code overlap} units of its work. At most so many times the
   * shown part is restored, so leaves of 1.5 overlaps and more are correct, and shorter ones stay
   * too small. A larger limit would also enlarge errors of the probe price.
   */
  private static final double HIDDEN_BY_SHOWN = 2;

  private final double[] overhead;
  private final double probeCost;
  private final double overlap;
  private final double withTakenAway;

  /**
   * What is known, in the metric's unit.
   *
   * @param overhead by key, in an interval at the probe cost of the calibration run; NaN where it
   *     is not known
   * @param probeCost what {@link ProbeCostMonitor#sample} took in the calibration run; NaN where it
   *     is not known
   * @param overlap how much of a leaf's own work its interval does not show, at most; NaN where it
   *     is not known
   * @param takenAway what the host took away from the calibration run, as a part of the time that
   *     it left: an overhead is longer by as much
   */
  public KnownOverheads(double[] overhead, double probeCost, double overlap, double takenAway) {
    this.overhead = overhead.clone();
    this.probeCost = probeCost;
    this.overlap = overlap;
    this.withTakenAway = Corrections.TAKEN_AWAY ? 1 + takenAway : 1;
  }

  private static double[] nothing() {
    double[] overhead = new double[Category.KEYS];
    for (int key = 0; key < overhead.length; key++) {
      overhead[key] = Double.NaN;
    }
    return overhead;
  }

  /** NaN where it is not known. */
  public double overhead(int key) {
    return overhead[key];
  }

  /** What {@link ProbeCostMonitor#sample} took in the calibration run; NaN: not known. */
  public double probeCost() {
    return probeCost;
  }

  /**
   * What of a leaf's own work its intervals do not show: the overlap, but no more than {@value
   * #HIDDEN_BY_SHOWN} times what they do show.
   *
   * @param shown by all of its calls, in the metric's unit
   */
  public double hidden(long shown, long calls) {
    double most = Corrections.OVERLAP && overlap > 0 ? calls * overlap : 0;
    return Math.max(0, Math.min(HIDDEN_BY_SHOWN * shown, most));
  }

  /**
   * What is subtracted from an interval, in parts of the unit ({@link #FRACTION_BITS}): the known
   * overhead times the drift. How long a lookup takes depends on the tree, and is measured by the
   * thread. Where no overhead is known, it is the smallest interval seen, unless that is too long
   * to be overhead, or probes add nothing to what is read. All of these are of intervals shorter
   * than {@link #BEYOND_OVERHEAD}; what the host takes away makes few intervals longer, by tens of
   * microseconds.
   *
   * @param smallest interval seen, or {@link #UNKNOWN}
   * @param lookup mean of the lookups that were timed; NaN where they are too few
   * @param drift present probe cost / that of the calibration run
   */
  public long adjustment(int key, long smallest, double lookup, double drift) {
    double found =
        Category.hasLookup(key) && !Double.isNaN(lookup)
            ? overhead[Category.withoutLookup(key)] * drift + lookup
            : overhead[key] * drift;
    if (Double.isNaN(found)) {
      found = PROBES_ADD_NOTHING || smallest >= BEYOND_OVERHEAD ? 0 : smallest;
    }
    return Math.max(0, parts(found * withTakenAway));
  }

  /** A value in the metric's unit, in parts of it; 0 of what is not known. */
  public static long parts(double value) {
    return Math.round(value * (1 << FRACTION_BITS));
  }
}
