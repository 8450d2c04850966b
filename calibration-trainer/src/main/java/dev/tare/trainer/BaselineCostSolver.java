package dev.tare.trainer;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Solves for what the bare calls of each category cost without instrumentation. Each kernel says:
 * so many intervals of each category together take so long when the kernel is not woven.
 */
public final class BaselineCostSolver {
  private static final int STEPS = 2_000;

  private BaselineCostSolver() {}

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
    int[] met =
        IntStream.range(0, categories)
            .filter(c -> Arrays.stream(counts).anyMatch(row -> row[c] > 0))
            .toArray();
    double[][] share = new double[counts.length][met.length];
    double[] mean = new double[counts.length];
    for (int k = 0; k < counts.length; k++) {
      double intervals = Arrays.stream(counts[k]).sum();
      for (int c = 0; c < met.length && intervals > 0; c++) {
        share[k][c] = counts[k][met[c]] / intervals;
      }
      mean[k] = intervals > 0 ? plain[k] / intervals : 0;
    }
    double[] solution = solveShares(share, mean, met.length);
    double[] baselineCallCost = new double[categories];
    for (int c = 0; c < met.length; c++) {
      baselineCallCost[met[c]] = solution[c];
    }
    return baselineCallCost;
  }

  private static double[] solveShares(double[][] share, double[] mean, int categories) {
    double[] baselineCallCost = new double[categories];
    double step = 1 / boundOfEigenvalues(share, categories);
    for (int i = 0; i < STEPS; i++) {
      double[] gradient = new double[categories];
      for (int k = 0; k < share.length; k++) {
        double residual = -mean[k];
        for (int c = 0; c < categories; c++) {
          residual += share[k][c] * baselineCallCost[c];
        }
        for (int c = 0; c < categories; c++) {
          gradient[c] += residual * share[k][c];
        }
      }
      for (int c = 0; c < categories; c++) {
        baselineCallCost[c] = Math.max(0, baselineCallCost[c] - step * gradient[c]);
      }
    }
    return baselineCallCost;
  }

  /**
   * Of the normal matrix: the greatest sum of one of its rows, as shares of a kernel are 1 in all.
   */
  private static double boundOfEigenvalues(double[][] share, int categories) {
    double bound = Double.MIN_NORMAL;
    for (int c = 0; c < categories; c++) {
      int category = c;
      bound = Math.max(bound, Arrays.stream(share).mapToDouble(row -> row[category]).sum());
    }
    return bound;
  }
}
