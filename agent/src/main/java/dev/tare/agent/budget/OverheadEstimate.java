package dev.tare.agent.budget;

/**
 * Additional CPU time as a share of the program's own, with nine chances in ten to lie between
 * {@code low} and {@code high}.
 *
 * @param low as a share, 0.1 for a tenth
 * @param middle as likely too small as too large, in compiled code
 * @param high infinite where nothing is known
 */
public record OverheadEstimate(double low, double middle, double high) {
  /** Nothing was measured yet. */
  public static final OverheadEstimate NONE = new OverheadEstimate(0, 0, Double.POSITIVE_INFINITY);

  /**
   * Overhead that no price covers: samples, and other code that compilers make because of probes or
   * of debug information for samples. A service on JDK 17 lost 4 to 14% where its probes took at
   * most 4 to 7% (docs/results/2026-11-29-service.md, 2026-11-29-aim.md).
   */
  static final double UNPRICED = 0.08;

  /** An upper bound above this, ten times the program's own CPU time, tells nothing. */
  private static final double TELLING = 10;

  /** Without an upper bound, less than half a percent at least tells nothing either. */
  private static final double MIN_KNOWN = 0.005;

  /** Adds {@link #UNPRICED} to the upper end of what probes cost by their price. */
  OverheadEstimate withUnpriced() {
    return new OverheadEstimate(low, middle, high + UNPRICED);
  }

  /** Of two periods together, weighted by the CPU time of each. */
  OverheadEstimate with(double cpu, OverheadEstimate other, double otherCpu) {
    double all = cpu + otherCpu;
    return new OverheadEstimate(
        all / (cpu / (1 + low) + otherCpu / (1 + other.low)) - 1,
        all / (cpu / (1 + middle) + otherCpu / (1 + other.middle)) - 1,
        all / (cpu / (1 + high) + otherCpu / (1 + other.high)) - 1);
  }

  /** {@code 6 to 11%}, {@code at least 6%}, or {@code not known yet,} where that would be 0%. */
  public String text() {
    if (high > TELLING && low < MIN_KNOWN) {
      return "not known yet,";
    }
    String least = Budget.percent(low);
    return high > TELLING
        ? "at least " + least
        : least.substring(0, least.length() - 1) + " to " + Budget.percent(high);
  }
}
