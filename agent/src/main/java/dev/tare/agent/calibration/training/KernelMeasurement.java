package dev.tare.agent.calibration.training;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.ProbeCostMonitor;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * What one pass over kernels saw: each run once woven, through the ordinary probes, and once as it
 * is. Keeps what it saw by the categories' numbers: by their keys it would be 400 KB.
 */
final class KernelMeasurement {
  /** Fewer intervals of a category than this say nothing of its mean. */
  private static final int MIN_COUNT = 20;

  /** By kernel and category: how many intervals. */
  final double[][] counts;

  /** By kernel: the metric of one that was not woven, for as many turns. */
  final double[] plain;

  /** The mean of {@link ProbeCostMonitor#sample} between kernels; NaN where one failed. */
  final double probeCost;

  private final double[] means;

  /**
   * Makes a pass.
   *
   * @param from the first kernel
   * @param to the kernel behind the last
   * @param table of the thread's intervals
   * @param turns of each woven kernel
   * @param plainTurns of each kernel that is not
   */
  KernelMeasurement(
      CalibrationKernels kernels,
      int from,
      int to,
      CategoryTable table,
      int turns,
      int plainTurns) {
    counts = new double[to - from][];
    plain = new double[to - from];
    double probeCosts = 0;
    double[] shortBefore = column(table, table::shortCount);
    double[] sumsBefore = column(table, table::shortSum);
    for (int k = 0; k < to - from; k++) {
      double[] before = column(table, table::observed);
      probeCosts += ProbeCostMonitor.sample();
      CalibrationKernels.run(kernels.woven[from + k], turns);
      counts[k] = since(before, column(table, table::observed));
      long ofPlain = CalibrationKernels.run(kernels.plain[from + k], plainTurns);
      plain[k] = (double) ofPlain * turns / plainTurns;
    }
    double[] shortCounts = since(shortBefore, column(table, table::shortCount));
    means = since(sumsBefore, column(table, table::shortSum));
    for (int category = 0; category < means.length; category++) {
      means[category] /= shortCounts[category] < MIN_COUNT ? Double.NaN : shortCounts[category];
    }
    probeCost = probeCosts / counts.length;
  }

  private static double[] column(CategoryTable table, IntToLongFunction value) {
    double[] column = new double[table.count()];
    Arrays.setAll(column, value::applyAsLong);
    return column;
  }

  /** A category that was met only meanwhile has grown from nothing. */
  private static double[] since(double[] before, double[] after) {
    for (int category = 0; category < before.length; category++) {
      after[category] -= before[category];
    }
    return after;
  }

  /** Whether C2 had compiled what the first kernel calls, but for a fifth of its intervals. */
  boolean isOfC2() {
    double ofC2 = 0;
    for (int category = 0; category < counts[0].length; category++) {
      double count = counts[0][category];
      int kind = Category.onTop(Category.key(category));
      ofC2 += Kind.isOfC2(kind) ? count : kind == Kind.OTHER ? 0 : -4 * count;
    }
    return ofC2 >= 0;
  }

  /** The mean of a category's intervals, the long ones left out; NaN where they are too few. */
  double mean(int category) {
    return category < means.length ? means[category] : Double.NaN;
  }
}
