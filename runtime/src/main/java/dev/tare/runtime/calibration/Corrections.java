package dev.tare.runtime.calibration;

/**
 * A switch for each correction of the calibration, for whoever measures what it is worth: {@code
 * -Dtare.calibration.without=drift,again} leaves those two out. Read once; all are on by default.
 * {@code bench.Accuracy --ablation} prints what each of them moves.
 */
public final class Corrections {
  /** The system property: names of corrections, joined by commas. */
  public static final String PROPERTY = "tare.calibration.without";

  private static final String WITHOUT = "," + System.getProperty(PROPERTY, "") + ",";

  /** Follows the present probe cost; {@link CategoryTable#updateDrift}. */
  public static final boolean DRIFT = isOn("drift");

  /** Bounds an adjustment by the run's own mean interval; {@link KnownOverheads#adjustment}. */
  public static final boolean RUN_MEAN = isOn("run-mean");

  /** Takes a lookup's overhead from the lookups that this run timed. */
  public static final boolean LOOKUP = isOn("lookup");

  /** Has the nearest measured categories speak for one that no kernel produced. */
  public static final boolean FALLBACK = isOn("fallback");

  /** Lowers a fallback by as much as the smallest interval is below its fallback's. */
  public static final boolean FALLBACK_MINIMUM = isOn("fallback-minimum");

  /** Tells the overhead of an interval after a deferred one from that of others. */
  public static final boolean DEFERRED_PATH = isOn("deferred-path");

  /** Restores to leaves what loaded leaves showed to be overlapped in the calibration run. */
  public static final boolean LOADED_LEAF = isOn("loaded-leaf");

  /** Restores to leaves what their serialized calls take more than the others. */
  public static final boolean SERIALIZED = isOn("serialized");

  /** Takes a serialized empty call from this run's shortest leaf, not from the calibration run. */
  public static final boolean EMPTY_SERIALIZED = isOn("empty-serialized");

  /** Assumes equal probe cost between the same events. */
  public static final boolean EVEN = isOn("even");

  /** Measures categories of interpreted code and of C1's. */
  public static final boolean YOUNG = isOn("young");

  /** Bounds the baseline call cost of such categories by the probe cost of C2's. */
  public static final boolean YOUNG_BOUND = isOn("young-bound");

  /** Repeats the calibration run while the application runs, for the smallest values. */
  public static final boolean AGAIN = isOn("again");

  /** Takes the probe cost of the calibration run as a multiple of its leaf interval. */
  public static final boolean PROBE_COST_RATIO = isOn("probe-cost-ratio");

  private Corrections() {}

  private static boolean isOn(String name) {
    return !WITHOUT.contains("," + name + ",");
  }
}
