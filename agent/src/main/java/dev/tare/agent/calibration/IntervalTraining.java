package dev.tare.agent.calibration;

import dev.tare.runtime.AgentWork;
import dev.tare.runtime.Category;
import dev.tare.runtime.CategoryTable;
import dev.tare.trainer.LanguageOverhead;

/**
 * Learns what each category of intervals holds of overhead, through the ordinary probes of full
 * mode.
 *
 * <p>The kernels' intervals hold nothing but what the instrumentation costs and what the bare calls
 * do. So the mean of a category, less the bare calls' part, is what has to be taken off for sums to
 * come out right. Of several rounds the lower quartile counts: others use the machine too, while an
 * application starts.
 */
final class IntervalTraining implements Training {
  private static final int ROUNDS = 25;

  /** Fewer observations of a category than this in a round say nothing of its mean. */
  private static final int FEWEST = 20;

  private final CategoryTable table;
  private final TrainingKernels kernels;
  private double unsteadiness = Double.POSITIVE_INFINITY;

  IntervalTraining(AgentWork work, TrainingKernels kernels) {
    this.table = work.recorder().categories();
    this.kernels = kernels;
  }

  @Override
  public TrainedOverheads measure() {
    int kernelCount = kernels.count();
    double[][] plainMetric = new double[kernelCount][ROUNDS];
    double[][] counts = new double[kernelCount][];
    double[][] means = new double[Category.KEYS][ROUNDS];
    int[] meanCount = new int[Category.KEYS];
    for (int round = 0; round < ROUNDS; round++) {
      Sums before = Sums.of(table);
      for (int k = 0; k < kernelCount; k++) {
        Sums beforeKernel = Sums.of(table);
        kernels.runWoven(k, TrainingKernels.TURNS);
        counts[k] = Sums.of(table).observedSince(beforeKernel);
        plainMetric[k][round] =
            (double) kernels.runPlain(k, TrainingKernels.MORE_TURNS)
                * TrainingKernels.TURNS
                / TrainingKernels.MORE_TURNS;
      }
      Sums after = Sums.of(table);
      for (int key = 0; key < Category.KEYS; key++) {
        long observed = after.shortOnes[key] - before.shortOnes[key];
        if (observed >= FEWEST) {
          means[key][meanCount[key]++] =
              (double) (after.shortSum[key] - before.shortSum[key]) / observed;
        }
      }
    }
    double[] typical = new double[kernelCount];
    for (int k = 0; k < kernelCount; k++) {
      typical[k] = Quartiles.lower(plainMetric[k], ROUNDS);
    }
    double[] language = LanguageOverhead.solve(counts, typical);
    double[] mean = new double[Category.KEYS];
    for (int key = 0; key < Category.KEYS; key++) {
      mean[key] = meanCount[key] == 0 ? Double.NaN : Quartiles.lower(means[key], meanCount[key]);
    }
    unsteadiness = unsteadiness(means, meanCount);
    return TrainedOverheads.of(table, mean, language);
  }

  @Override
  public double unsteadiness() {
    return unsteadiness;
  }

  private static double unsteadiness(double[][] means, int[] meanCount) {
    double[] ratios = new double[Category.KEYS];
    int count = 0;
    for (int key = 0; key < Category.KEYS; key++) {
      if (meanCount[key] == ROUNDS) {
        ratios[count++] = Quartiles.upper(means[key], ROUNDS) / Quartiles.lower(means[key], ROUNDS);
      }
    }
    return count == 0 ? Double.POSITIVE_INFINITY : Quartiles.median(ratios, count);
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
