package dev.tare.runtime.calibration;

/**
 * A switch for each correction of the calibration, to measure what each is worth: {@code
 * -Dtare.calibration.without=drift,lookup} leaves those two out. Read once; all are on by default.
 * {@code bench.Accuracy --ablation} prints what each of them moves.
 */
public final class Corrections {
  private static final String WITHOUT =
      "," + System.getProperty("tare.calibration.without", "") + ",";

  /** Follows the present probe cost; {@link CategoryTable#updateDrift}. */
  public static final boolean DRIFT = isOn("drift");

  /** Takes a lookup's overhead from the lookups that this run timed. */
  public static final boolean LOOKUP = isOn("lookup");

  /** Subtracts what the host took away while probes ran; {@link KnownOverheads#adjustment}. */
  public static final boolean TAKEN_AWAY = isOn("taken-away");

  /** Restores to leaves what of their work their intervals do not show. */
  public static final boolean OVERLAP = isOn("overlap");

  /**
   * Subtracts for calls without a reading what the budget tells that they cost in this program, and
   * not what probes cost on kernels.
   */
  public static final boolean CALL_PRICES = isOn("call-prices");

  /** Subtracts how much longer it takes in the program to find the node of a sampled call. */
  public static final boolean SEARCHES = isOn("searches");

  private Corrections() {}

  private static boolean isOn(String name) {
    return !WITHOUT.contains("," + name + ",");
  }
}
