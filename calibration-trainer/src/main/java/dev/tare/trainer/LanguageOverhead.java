package dev.tare.trainer;

/**
 * Solves for what the bare calls of each category cost without instrumentation. Each kernel says:
 * so many intervals of each category together take so long when the kernel is not woven.
 */
public final class LanguageOverhead {
  private static final int STEPS = 2_000;

  private LanguageOverhead() {}

  /**
   * The least squares solution that is nowhere negative, of those the nearest to nothing: found
   * step by step from 0, each along the gradient and back to 0 where it went below (projected
   * gradient; Bertsekas, Nonlinear Programming, 2.3). Rows weigh the same however many intervals
   * they have.
   *
   * @param counts intervals by kernel and category
   * @param plain the metric of each kernel, not woven
   * @return the metric of each category
   */
  public static double[] solve(double[][] counts, double[] plain) {
    int categories = counts.length == 0 ? 0 : counts[0].length;
    double[] language = new double[categories];
    double[][] share = new double[counts.length][categories];
    double[] mean = new double[counts.length];
    for (int k = 0; k < counts.length; k++) {
      double intervals = 0;
      for (double count : counts[k]) {
        intervals += count;
      }
      for (int c = 0; c < categories && intervals > 0; c++) {
        share[k][c] = counts[k][c] / intervals;
      }
      mean[k] = intervals > 0 ? plain[k] / intervals : 0;
    }
    // Shares of a row sum up to 1, so no eigenvalue of the normal matrix is above the number of
    // rows.
    double step = counts.length == 0 ? 0 : 1.0 / counts.length;
    for (int i = 0; i < STEPS; i++) {
      double[] gradient = new double[categories];
      for (int k = 0; k < counts.length; k++) {
        double residual = -mean[k];
        for (int c = 0; c < categories; c++) {
          residual += share[k][c] * language[c];
        }
        for (int c = 0; c < categories; c++) {
          gradient[c] += residual * share[k][c];
        }
      }
      for (int c = 0; c < categories; c++) {
        language[c] = Math.max(0, language[c] - step * gradient[c]);
      }
    }
    return language;
  }
}
