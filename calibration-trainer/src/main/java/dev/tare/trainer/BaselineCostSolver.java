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
    double[] solution = leastSquares(share, mean);
    double[] baselineCallCost = new double[categories];
    for (int c = 0; c < met.length; c++) {
      baselineCallCost[met[c]] = solution[c];
    }
    return baselineCallCost;
  }

  /**
   * The same of any rows that are nowhere negative, which weigh as much as they are long.
   *
   * @return a value for each column
   */
  public static double[] leastSquares(double[][] rows, double[] values) {
    int columns = rows.length == 0 ? 0 : rows[0].length;
    double[] solution = new double[columns];
    double step = 1 / boundOfEigenvalues(rows, columns);
    for (int i = 0; i < STEPS; i++) {
      double[] gradient = new double[columns];
      for (int r = 0; r < rows.length; r++) {
        double residual = -values[r];
        for (int c = 0; c < columns; c++) {
          residual += rows[r][c] * solution[c];
        }
        for (int c = 0; c < columns; c++) {
          gradient[c] += residual * rows[r][c];
        }
      }
      for (int c = 0; c < columns; c++) {
        solution[c] = Math.max(0, solution[c] - step * gradient[c]);
      }
    }
    return solution;
  }

  /** Of the normal matrix: the greatest sum of one of its rows. */
  private static double boundOfEigenvalues(double[][] rows, int columns) {
    double bound = Double.MIN_NORMAL;
    for (int c = 0; c < columns; c++) {
      int column = c;
      bound =
          Math.max(
              bound,
              Arrays.stream(rows).mapToDouble(row -> row[column] * Arrays.stream(row).sum()).sum());
    }
    return bound;
  }
}
