package dev.tare.report.diff;

import dev.tare.report.analysis.Quantiles;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * How much values vary from run to run, and what is more than that.
 *
 * <p>Runs are evened out first, since machines are faster at one time than at another: by the
 * median of what a run's methods take against the mean of all runs, and of several runs a side as
 * far as a method follows it ({@link Pace}). Of several runs a side, what each method varies by is
 * the variance of its values, drawn to the median of all methods' as if that were two runs more; an
 * interval is Student's, for all methods together (Bonferroni). Of one run a side, all methods vary
 * by what most of them do, and nothing is sure.
 */
public final class Noise {
  /** Of all comparisons of runs of the same program, so many may show anything. */
  private static final double FAMILY = 0.05;

  /** Methods of less are not tested. */
  private static final double MIN_SHARE = 0.001;

  /** Fewer methods tell nothing of how much most of them vary. */
  private static final int MIN_METHODS = 10;

  /** For how many runs the other methods count. */
  private static final double PRIOR = 2;

  /** Less is never sure: code that is compiled otherwise differs by more. */
  private static final double MIN_CHANGE = 0.02;

  private final double[] halfWidths;
  private final double[] changes;
  private final double[] means;
  private final boolean isSureAtAll;

  private Noise(double[] halfWidths, double[] changes, double[] means, boolean isSureAtAll) {
    this.halfWidths = halfWidths;
    this.changes = changes;
    this.means = means;
    this.isSureAtAll = isSureAtAll;
  }

  /**
   * What is known of these values.
   *
   * @param before of each run and method
   * @param after the same
   * @param methods number of methods
   */
  public static Noise of(double[][] before, double[][] after, int methods) {
    double[][] all = new double[before.length + after.length][];
    System.arraycopy(before, 0, all, 0, before.length);
    System.arraycopy(after, 0, all, before.length, after.length);
    double[] means = new double[methods];
    for (int method = 0; method < methods; method++) {
      means[method] = mean(all, 0, all.length, method);
    }
    double[] halfWidths = new double[methods];
    double[] changes = new double[methods];
    Arrays.fill(halfWidths, Double.NaN);
    int[] tested = tested(means, all);
    if (tested.length >= MIN_METHODS) {
      boolean isSeveral = before.length > 1 && after.length > 1;
      Pace pace = evenOut(all, before.length, means, tested, isSeveral);
      double[] variances = relativeVariances(all, before.length, means, tested, isSeveral);
      double common = median(variances);
      double runs = 1.0 / before.length + 1.0 / after.length + (isSeveral ? pace.leverage() : 0);
      int degrees = all.length - 3;
      double alpha = FAMILY / tested.length;
      double quantile =
          isSeveral ? Quantiles.student(alpha, PRIOR + degrees) : Quantiles.normal(alpha);
      for (int i = 0; i < tested.length; i++) {
        int method = tested[i];
        double variance =
            isSeveral ? (PRIOR * common + degrees * variances[i]) / (PRIOR + degrees) : common;
        halfWidths[method] = quantile * Math.sqrt(variance * runs) * means[method];
        changes[method] =
            mean(all, before.length, all.length, method) - mean(all, 0, before.length, method);
      }
    }
    return new Noise(halfWidths, changes, means, before.length > 1 && after.length > 1);
  }

  /** Those that are in every run, and take enough. */
  private static int[] tested(double[] means, double[][] all) {
    double sum = DoubleStream.of(means).filter(mean -> mean > 0).sum();
    return IntStream.range(0, means.length)
        .filter(method -> means[method] > MIN_SHARE * sum)
        .filter(method -> Arrays.stream(all).allMatch(run -> run[method] > 0))
        .toArray();
  }

  private static Pace evenOut(
      double[][] all, int before, double[] means, int[] tested, boolean isSeveral) {
    double[] paces =
        Arrays.stream(all)
            .mapToDouble(
                run -> median(IntStream.of(tested).mapToDouble(m -> run[m] / means[m]).toArray()))
            .toArray();
    Pace pace = new Pace(paces, before);
    for (int method : tested) {
      double[] values = Arrays.stream(all).mapToDouble(run -> run[method]).toArray();
      double slope = isSeveral ? pace.slope(values) : 1;
      for (int run = 0; run < all.length; run++) {
        all[run][method] = pace.evened(values[run], run, slope);
      }
    }
    return pace;
  }

  /**
   * Of several runs a side, the variance within sides; of one, that of the two, of which the median
   * stands for all. Relative to the mean's square.
   */
  private static double[] relativeVariances(
      double[][] all, int before, double[] means, int[] tested, boolean isSeveral) {
    double[] variances = new double[tested.length];
    for (int i = 0; i < tested.length; i++) {
      int method = tested[i];
      double square = means[method] * means[method];
      if (isSeveral) {
        double sum = squares(all, 0, before, method) + squares(all, before, all.length, method);
        variances[i] = sum / (all.length - 3) / square;
      } else {
        // The median of squares of normal values is 0.4549 of their variance.
        double change = mean(all, before, all.length, method) - mean(all, 0, before, method);
        variances[i] = change * change / 2 / square / 0.4549;
      }
    }
    return variances;
  }

  private static double mean(double[][] runs, int from, int to, int method) {
    double sum = 0;
    for (int run = from; run < to; run++) {
      sum += runs[run][method];
    }
    return sum / (to - from);
  }

  private static double squares(double[][] runs, int from, int to, int method) {
    double mean = mean(runs, from, to, method);
    double sum = 0;
    for (int run = from; run < to; run++) {
      sum += (runs[run][method] - mean) * (runs[run][method] - mean);
    }
    return sum;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Whether there are several runs a side. */
  public boolean canBeSure() {
    return isSureAtAll;
  }

  /** The change of a method, runs evened out; 0 where it is not tested. */
  public double change(int method) {
    return changes[method];
  }

  /** By how much a change may be wrong; NaN where that is not known. */
  public double halfWidth(int method) {
    return halfWidths[method];
  }

  /** Whether it is known that the change is no more than varies. */
  public boolean isWithin(int method) {
    return Math.abs(changes[method]) <= halfWidths[method];
  }

  /** Whether runs of the same program would hardly ever differ so. */
  public boolean isSure(int method) {
    return isSureAtAll
        && Math.abs(changes[method]) > halfWidths[method]
        && Math.abs(changes[method]) > MIN_CHANGE * means[method];
  }
}
