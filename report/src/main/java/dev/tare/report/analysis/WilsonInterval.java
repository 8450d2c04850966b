package dev.tare.report.analysis;

/**
 * What a share may really be of which so many samples are known. It holds for few samples and for
 * none (E. B. Wilson, Probable inference, 1927).
 *
 * @param low the least share, from 0
 * @param high the greatest share, to 1
 */
public record WilsonInterval(double low, double high) {
  /**
   * The interval of {@code part} of {@code all} samples.
   *
   * @param all 0 or more; of none, every share is possible
   * @param quantile of the normal distribution, to both sides ({@link Quantiles#normal})
   */
  public static WilsonInterval of(long part, long all, double quantile) {
    if (all <= 0) {
      return new WilsonInterval(0, 1);
    }
    double share = (double) part / all;
    double square = quantile * quantile;
    double middle = (share + square / (2 * all)) / (1 + square / all);
    double half =
        quantile
            / (1 + square / all)
            * Math.sqrt(share * (1 - share) / all + square / (4.0 * all * all));
    return new WilsonInterval(Math.max(0, middle - half), Math.min(1, middle + half));
  }
}
