package dev.tare.trainer;

import java.util.Arrays;

/**
 * Solves for the baseline call cost: what the calls in an interval cost without probes, by the two
 * events that bound it. Each kernel gives an equation: its intervals of all categories together
 * take as long as the kernel without probes.
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
   * @param counts intervals by kernel and category; categories behind the last have none
   * @param events by category, a small number: those of one number cost the same
   * @param plain the metric of each kernel, not woven
   * @return the metric of each category
   */
  public static double[] solve(double[][] counts, int[] events, double[] plain) {
    int unknowns = Arrays.stream(events).max().orElse(0) + 1;
    double[][] share = new double[counts.length][unknowns];
    double[] mean = new double[counts.length];
    for (int k = 0; k < counts.length; k++) {
      double intervals = Arrays.stream(counts[k]).sum();
      for (int c = 0; c < counts[k].length && intervals > 0; c++) {
        share[k][events[c]] += counts[k][c] / intervals;
      }
      mean[k] = intervals > 0 ? plain[k] / intervals : 0;
    }
    double[] solution = solveShares(share, mean, unknowns);
    return Arrays.stream(events).mapToDouble(number -> solution[number]).toArray();
  }

  private static double[] solveShares(double[][] share, double[] mean, int unknowns) {
    double[] baselineCallCost = new double[unknowns];
    double step = 1 / boundOfEigenvalues(share, unknowns);
    for (int i = 0; i < STEPS; i++) {
      double[] gradient = new double[unknowns];
      for (int k = 0; k < share.length; k++) {
        double residual = -mean[k];
        for (int c = 0; c < unknowns; c++) {
          residual += share[k][c] * baselineCallCost[c];
        }
        for (int c = 0; c < unknowns; c++) {
          gradient[c] += residual * share[k][c];
        }
      }
      for (int c = 0; c < unknowns; c++) {
        baselineCallCost[c] = Math.max(0, baselineCallCost[c] - step * gradient[c]);
      }
    }
    return baselineCallCost;
  }

  /**
   * Of the normal matrix: the greatest sum of one of its rows, as shares of a kernel are 1 in all.
   */
  private static double boundOfEigenvalues(double[][] share, int unknowns) {
    double bound = Double.MIN_NORMAL;
    for (int c = 0; c < unknowns; c++) {
      int column = c;
      bound = Math.max(bound, Arrays.stream(share).mapToDouble(row -> row[column]).sum());
    }
    return bound;
  }
}
