package dev.tare.agent.calibration.training;

import dev.tare.runtime.calibration.CategoryTable;
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

  private final int turns;
  private final long[][] counts;
  private final double[] plain;
  private final double[] mean;
  private final double probeCost;

  private KernelMeasurement(
      int turns, long[][] counts, double[] plain, double[] mean, double probeCost) {
    this.turns = turns;
    this.counts = counts;
    this.plain = plain;
    this.mean = mean;
    this.probeCost = probeCost;
  }

  /**
   * Makes a pass.
   *
   * @param kernelCount so many of them
   * @param table of the thread's intervals
   * @param turns of each woven kernel
   * @param plainTurns of each kernel that is not
   */
  static KernelMeasurement of(
      CalibrationKernels kernels, int kernelCount, CategoryTable table, int turns, int plainTurns) {
    long[][] counts = new long[kernelCount][];
    double[] plain = new double[kernelCount];
    double[] probeCosts = new double[kernelCount];
    long[] onesBefore = column(table, table::shortCount);
    long[] sumsBefore = column(table, table::shortSum);
    for (int k = 0; k < kernelCount; k++) {
      long[] before = column(table, table::observed);
      probeCosts[k] = ProbeCostMonitor.sample();
      kernels.runWoven(k, turns);
      counts[k] = since(before, column(table, table::observed));
      plain[k] = (double) kernels.runPlain(k, plainTurns) * turns / plainTurns;
    }
    long[] ones = since(onesBefore, column(table, table::shortCount));
    long[] sums = since(sumsBefore, column(table, table::shortSum));
    double[] mean = new double[ones.length];
    for (int category = 0; category < mean.length; category++) {
      mean[category] =
          ones[category] < MIN_COUNT ? Double.NaN : (double) sums[category] / ones[category];
    }
    return new KernelMeasurement(
        turns, counts, plain, mean, Arrays.stream(probeCosts).average().orElseThrow());
  }

  private static long[] column(CategoryTable table, IntToLongFunction value) {
    long[] column = new long[table.count()];
    Arrays.setAll(column, value);
    return column;
  }

  /** A category that was met only meanwhile has grown from nothing. */
  private static long[] since(long[] before, long[] after) {
    for (int category = 0; category < before.length; category++) {
      after[category] -= before[category];
    }
    return after;
  }

  /** Turns of each kernel. */
  int turns() {
    return turns;
  }

  /** Intervals of a category in a kernel. */
  long count(int kernel, int category) {
    return category < counts[kernel].length ? counts[kernel][category] : 0;
  }

  /** The metric of a kernel that was not woven, for as many turns as the woven one made. */
  double plain(int kernel) {
    return plain[kernel];
  }

  /** The mean of {@link ProbeCostMonitor#sample} between the kernels; NaN where one failed. */
  double probeCost() {
    return probeCost;
  }

  /** The mean of a category's intervals, the long ones left out; NaN where there were too few. */
  double mean(int category) {
    return category < mean.length ? mean[category] : Double.NaN;
  }
}
