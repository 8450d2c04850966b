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
   * What is in no price: samples, other code that compilers make with debug information for them
   * and beside probes. Programs without probes were slower by 2 to 6 % (docs/results).
   */
  static final double UNPRICED = 0.05;

  /** To be slower by no more than ten times tells nothing. */
  private static final double TELLING = 10;

  /** Without an upper bound, less than half a percent at least tells nothing either. */
  private static final double MIN_KNOWN = 0.005;

  /** The same, of a price, with what is in no price. */
  OverheadEstimate withUnpriced() {
    return new OverheadEstimate(low, middle, high + UNPRICED);
  }

  /** {@code 6 to 11%}, {@code at least 6%}, or {@code not known yet,} where that were 0%. */
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
