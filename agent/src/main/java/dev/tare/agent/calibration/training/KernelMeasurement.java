package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.OverheadModel;
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

  /** A pass of so many turns over these kernels, into the table of the thread's intervals. */
  KernelMeasurement(CalibrationKernels kernels, CategoryTable table, int turns, int... which) {
    int plainTurns = turns * CalibrationKernels.PLAIN_TURNS / CalibrationKernels.TURNS;
    counts = new double[which.length][];
    plain = new double[which.length];
    double probeCosts = 0;
    double[] shortBefore = column(table, table::shortCount);
    double[] sumsBefore = column(table, table::shortSum);
    for (int k = 0; k < which.length; k++) {
      double[] before = column(table, table::observed);
      probeCosts += ProbeCostMonitor.sample();
      CalibrationKernels.run(kernels.woven[which[k]], turns);
      counts[k] = since(before, column(table, table::observed));
      long ofPlain = CalibrationKernels.run(kernels.plain[which[k]], plainTurns);
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

  /** Pairs of events, a bit each, of the first kernel, if C2 had compiled 4 of 5 intervals. */
  int pairsOfC2() {
    double ofC2 = 0;
    int pairs = 0;
    for (int category = 0; category < counts[0].length; category++) {
      double count = counts[0][category];
      int key = Category.key(category);
      int kind = Category.onTop(key);
      ofC2 += Kind.isOfC2(kind) ? count : kind == Kind.OTHER ? 0 : -4 * count;
      pairs |= count > 0 && Category.isOfC2(key) ? 1 << OverheadModel.events(key) : 0;
    }
    return ofC2 < 0 ? 0 : pairs;
  }

  /** How many intervals of a category a kernel had; none where the table has no room for it. */
  double count(int kernel, int category) {
    return category < counts[kernel].length ? counts[kernel][category] : 0;
  }

  /** The mean of a category's intervals, the long ones left out; NaN where they are too few. */
  double mean(int category) {
    return category < means.length ? means[category] : Double.NaN;
  }
}
