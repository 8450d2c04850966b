package dev.tare.agent.calibration;

import dev.tare.runtime.Category;
import dev.tare.runtime.CategoryTable;

/**
 * What one pass over all kernels saw: each run once woven, through the ordinary probes, and once as
 * it is.
 */
final class Pass {
  /** Fewer intervals of a category than this say nothing of its mean. */
  private static final int FEWEST = 20;

  private final double[][] counts;
  private final double[] plain;
  private final double[] mean = new double[Category.KEYS];

  private Pass(int kernels) {
    counts = new double[kernels][];
    plain = new double[kernels];
  }

  /**
   * Makes a pass.
   *
   * @param table of the thread's intervals
   * @param turns of each woven kernel
   * @param plainTurns of each kernel that is not
   */
  static Pass of(TrainingKernels kernels, CategoryTable table, int turns, int plainTurns) {
    Pass pass = new Pass(kernels.count());
    Sums before = Sums.of(table);
    for (int k = 0; k < kernels.count(); k++) {
      Sums beforeKernel = Sums.of(table);
      kernels.runWoven(k, turns);
      pass.counts[k] = Sums.of(table).observedSince(beforeKernel);
      pass.plain[k] = (double) kernels.runPlain(k, plainTurns) * turns / plainTurns;
    }
    Sums after = Sums.of(table);
    for (int key = 0; key < Category.KEYS; key++) {
      long count = after.shortOnes[key] - before.shortOnes[key];
      pass.mean[key] =
          count < FEWEST
              ? Double.NaN
              : (double) (after.shortSum[key] - before.shortSum[key]) / count;
    }
    return pass;
  }

  /** Intervals of each category in a kernel, by key. */
  double[] counts(int kernel) {
    return counts[kernel];
  }

  /** The metric of a kernel that was not woven, for as many turns as the woven one made. */
  double plain(int kernel) {
    return plain[kernel];
  }

  /** The mean of a category's intervals, the long ones left out; NaN where there were too few. */
  double mean(int key) {
    return mean[key];
  }

  /** A thread's statistics at a moment, by key. */
  private static final class Sums {
    final long[] observed = new long[Category.KEYS];
    final long[] shortOnes = new long[Category.KEYS];
    final long[] shortSum = new long[Category.KEYS];

    static Sums of(CategoryTable table) {
      Sums sums = new Sums();
      for (int category = 0; category < table.count(); category++) {
        int key = Category.key(category);
        sums.observed[key] = table.observed(category);
        sums.shortOnes[key] = table.shortOnes(category);
        sums.shortSum[key] = table.shortSum(category);
      }
      return sums;
    }

    double[] observedSince(Sums before) {
      double[] counts = new double[Category.KEYS];
      for (int key = 0; key < Category.KEYS; key++) {
        counts[key] = observed[key] - before.observed[key];
      }
      return counts;
    }
  }
}
