package dev.tare.agent.budget;

/**
 * Additional CPU time as a share of the program's own, with nine chances in ten to lie between
 * {@code low} and {@code high}.
 *
 * @param low as a share, 0.1 for a tenth
 * @param middle as likely too small as too large
 * @param high not to be used where only a bound is known
 * @param isBound whether only {@code low} is known: compilers were busy, and probes cost more than
 *     in warm code, for which the model holds
 */
public record OverheadEstimate(double low, double middle, double high, boolean isBound) {
  /** Nothing was measured yet. */
  public static final OverheadEstimate NONE = new OverheadEstimate(0, 0, 0, true);

  /** {@code 6 to 11%}, or {@code at least 6%}. */
  public String text() {
    String least = Budget.percent(low);
    return isBound
        ? "at least " + least
        : least.substring(0, least.length() - 1) + " to " + Budget.percent(high);
  }
}
