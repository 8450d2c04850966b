package dev.tare.agent.calibration;

import dev.tare.runtime.AgentWork;
import dev.tare.runtime.Category;
import dev.tare.runtime.CategoryTable;
import dev.tare.trainer.LanguageOverhead;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Learns the overheads from the trainer's kernels, through the ordinary probes, on a thread of its
 * own.
 *
 * <p>The kernels' intervals hold nothing but what the instrumentation costs and what the bare calls
 * do. So the mean of a category, less the bare calls' part, is what has to be taken off for sums to
 * come out right. Of several rounds the median counts: others use the machine too, while an
 * application starts.
 */
final class Training {
  /** Enough for C2 to have compiled each kernel and what it calls. */
  private static final int WARM_UP_ROUNDS = 60;

  private static final int ROUNDS = 25;
  private static final int TURNS = 600;

  /** Uninstrumented kernels are so much faster that they need more turns to be timed. */
  private static final int PLAIN_FACTOR = 20;

  /** Fewer observations of a category than this in a round say nothing of its mean. */
  private static final int FEWEST = 20;

  /** Takes what the kernels return, so that their calls are not found to be in vain. */
  static volatile int consumed;

  /** Beyond it others used the machine too much for the statistics to serve another run. */
  private static final double MOST_UNSTEADINESS = 1.25;

  private double unsteadiness = Double.POSITIVE_INFINITY;
  private final CategoryTable table;
  private final IntUnaryOperator[] woven;
  private final IntUnaryOperator[] plain;

  /**
   * A training on the current thread, its kernels compiled.
   *
   * @param work in whose time the thread is
   */
  Training(AgentWork work) throws ReflectiveOperationException {
    table = work.categories();
    woven = kernels(true);
    plain = kernels(false);
    warmUp();
  }

  private void warmUp() {
    for (int round = 0; round < WARM_UP_ROUNDS; round++) {
      for (int k = 0; k < woven.length; k++) {
        consumed = woven[k].applyAsInt(TURNS);
        consumed = plain[k].applyAsInt(TURNS * PLAIN_FACTOR);
      }
    }
  }

  private static IntUnaryOperator[] kernels(boolean woven) throws ReflectiveOperationException {
    Class<?> kernels = new KernelLoader(woven).loadClass("dev.tare.trainer.Kernels");
    return (IntUnaryOperator[]) kernels.getMethod("all").invoke(null);
  }

  /** Measures; each time anew. */
  TrainedOverheads measure() {
    int kernelCount = woven.length;
    double[][] plainNanos = new double[kernelCount][ROUNDS];
    double[][] counts = new double[kernelCount][];
    double[][] means = new double[Category.KEYS][ROUNDS];
    int[] meanCount = new int[Category.KEYS];
    for (int round = 0; round < ROUNDS; round++) {
      Sums before = Sums.of(table);
      for (int k = 0; k < kernelCount; k++) {
        Sums beforeKernel = Sums.of(table);
        consumed = woven[k].applyAsInt(TURNS);
        counts[k] = Sums.of(table).observedSince(beforeKernel);
        long from = AgentWork.reading();
        consumed = plain[k].applyAsInt(TURNS * PLAIN_FACTOR);
        plainNanos[k][round] = (double) (AgentWork.reading() - from) / PLAIN_FACTOR;
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
    double[] plainMetric = new double[kernelCount];
    for (int k = 0; k < kernelCount; k++) {
      plainMetric[k] = lowQuartile(plainNanos[k], ROUNDS);
    }
    double[] language = LanguageOverhead.solve(counts, plainMetric);
    double[] mean = new double[Category.KEYS];
    for (int key = 0; key < Category.KEYS; key++) {
      mean[key] = meanCount[key] == 0 ? Double.NaN : lowQuartile(means[key], meanCount[key]);
    }
    unsteadiness = unsteadiness(means, meanCount);
    return TrainedOverheads.of(table, mean, language);
  }

  /** Whether the rounds of the last measurement agreed so well that it deserves to be kept. */
  boolean wasSteady() {
    return unsteadiness <= MOST_UNSTEADINESS;
  }

  /**
   * The upper quartile of a category's rounds over the lower: the median of all well measured ones.
   */
  private static double unsteadiness(double[][] means, int[] meanCount) {
    double[] ratios = new double[Category.KEYS];
    int count = 0;
    for (int key = 0; key < Category.KEYS; key++) {
      if (meanCount[key] == ROUNDS) {
        double[] sorted = means[key].clone();
        Arrays.sort(sorted);
        ratios[count++] = sorted[ROUNDS * 3 / 4] / sorted[ROUNDS / 4];
      }
    }
    Arrays.sort(ratios, 0, count);
    return count == 0 ? Double.POSITIVE_INFINITY : ratios[count / 2];
  }

  private static double lowQuartile(double[] values, int count) {
    double[] sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    return sorted[count / 4];
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
