package dev.tare.agent.budget;

/**
 * Additional CPU time as a share of the program's own, with nine chances in ten to lie between
 * {@code low} and {@code high}.
 *
 * @param low as a share, 0.1 for a tenth
 * @param middle as likely too small as too large, in compiled code
 * @param high infinite where nothing is known; no less than {@value #UNPRICED}
 */
public record OverheadEstimate(double low, double middle, double high) {
  /** Nothing was measured yet. */
  public static final OverheadEstimate NONE = new OverheadEstimate(0, 0, Double.POSITIVE_INFINITY);

  /**
   * Compilers make other code of a method with a probe, or of code that samples interrupt: even
   * programs whose probes take nothing can be slower by so much.
   */
  private static final double UNPRICED = 0.05;

  /** To be slower by no more than ten times tells nothing. */
  private static final double TELLING = 10;

  /** Without an upper bound, less than half a percent at least tells nothing either. */
  private static final double MIN_KNOWN = 0.005;

  public OverheadEstimate {
    high = Math.max(high, UNPRICED);
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
