package dev.tare.report.diff;

import dev.tare.report.analysis.Quantiles;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * How much values vary from run to run, and what is more than that.
 *
 * <p>Runs of other {@linkplain Work amounts of work} are made comparable before. Then they are
 * evened out, since machines are faster at one time than at another: by the median of what a run's
 * measurable methods take against the mean of all runs, and of several runs a side as far as a
 * method follows it ({@link SideTest}). Of several runs a side, an interval is Student's, for all
 * methods together, which share the risk as they share the time; where there are enough {@link
 * Divisions} of the runs, these say how wide it must be. Of one run a side, a method varies by what
 * most of them do, and by what is known of its measurement ({@link MeasurementError}); nothing is
 * sure, and intervals are for all methods together (Bonferroni).
 */
public final class Noise {
  /** Of all comparisons of runs of the same program, so many may show anything. */
  private static final double FAMILY = 0.05;

  /** The same of one run a side, where variances are not known from the runs themselves. */
  private static final double PAIR_FAMILY = 0.005;

  /** Of the {@link Divisions} of the same runs, so many may show anything. */
  private static final double SHOWING_DIVISIONS = 0.02;

  /** Methods of a smaller part of all values are not tested. */
  public static final double MIN_SHARE = 0.001;

  /** A value of no more than so many of its standard errors tells nothing of how runs vary. */
  private static final double MIN_ERRORS = 2;

  /** Fewer methods tell too little of a run's pace for a regression on it. */
  static final int MIN_METHODS = 10;

  /** What methods vary by where there are none to tell, and for how many methods that counts. */
  private static final double USUAL_VARIATION = 0.05;

  private static final double USUAL_METHODS = 3;

  /** Less is never sure: code that is compiled otherwise differs by more. */
  private static final double MIN_CHANGE = 0.02;

  private final double[] halfWidths;
  private final double[] before;
  private final double[] after;
  private final boolean isSureAtAll;

  private Noise(int methods, boolean isSureAtAll) {
    halfWidths = new double[methods];
    before = new double[methods];
    after = new double[methods];
    this.isSureAtAll = isSureAtAll;
    Arrays.fill(halfWidths, Double.NaN);
  }

  /**
   * What is known of values of which it is not known how they were measured. Methods without a
   * value in one of the runs are not tested, and none is where there are few.
   *
   * @param before of each run and method
   * @param after the same
   * @param methods number of methods
   */
  public static Noise of(double[][] before, double[][] after, int methods) {
    RunValues all = RunValues.exact(before).and(RunValues.exact(after));
    double[][] values = all.self();
    int present = 0;
    for (int method = 0; method < methods; method++) {
      int number = method;
      if (Arrays.stream(values).allMatch(run -> run[number] > 0)) {
        present++;
      } else {
        Arrays.stream(values).forEach(run -> run[number] = 0);
      }
    }
    return present < MIN_METHODS
        ? new Noise(methods, before.length > 1 && after.length > 1)
        : of(RunValues.exact(values), before.length, methods);
  }

  /**
   * What is known of these values.
   *
   * @param all of the runs before, and then of those after
   * @param runsBefore how many are of the runs before
   * @param methods number of methods
   */
  static Noise of(RunValues all, int runsBefore, int methods) {
    boolean isSeveral = runsBefore > 1 && all.runs() - runsBefore > 1;
    Noise noise = new Noise(methods, isSeveral);
    double[][] values = all.self();
    double[] means = new double[methods];
    for (int method = 0; method < methods; method++) {
      means[method] = mean(values, 0, all.runs(), method);
    }
    int[] tested = tested(means);
    int[] measurable =
        IntStream.of(tested).filter(method -> isMeasurable(all, values, method)).toArray();
    if (isSeveral) {
      noise.ofSeveral(all, runsBefore, means, tested, measurable);
    } else {
      noise.ofPair(all, runsBefore, means, tested, measurable);
    }
    return noise;
  }

  /** Those that take enough. */
  private static int[] tested(double[] means) {
    double sum = DoubleStream.of(means).filter(mean -> mean > 0).sum();
    return IntStream.range(0, means.length)
        .filter(method -> means[method] > MIN_SHARE * sum)
        .toArray();
  }

  /** Whether every run has a value of it, and not just an error. */
  private static boolean isMeasurable(RunValues all, double[][] values, int method) {
    return IntStream.range(0, all.runs())
        .allMatch(run -> values[run][method] > MIN_ERRORS * Math.sqrt(all.variance(run, method)));
  }

  private void ofSeveral(
      RunValues all, int runsBefore, double[] means, int[] tested, int[] measurable) {
    double[][] values = all.self();
    TestedValues compared =
        new TestedValues(
            Arrays.stream(values)
                .map(run -> IntStream.of(tested).mapToDouble(m -> run[m] / means[m]).toArray())
                .toArray(double[][]::new),
            booleans(tested, measurable),
            IntStream.of(tested)
                .mapToDouble(m -> meanChance(all, m) / (means[m] * means[m]))
                .toArray(),
            paces(values, means, measurable));
    double sum = IntStream.of(tested).mapToDouble(m -> means[m]).sum();
    double[] quantiles =
        IntStream.of(tested)
            .mapToDouble(m -> FAMILY * means[m] / sum)
            .map(alpha -> Quantiles.student(alpha, SideTest.degrees(all.runs())))
            .toArray();
    List<int[]> divisions = Divisions.of(runsBefore, all.runs() - runsBefore);
    double scale = scale(compared, runsBefore, quantiles, divisions);
    SideTest sides = new SideTest(compared, divisions.get(0), runsBefore);
    for (int i = 0; i < tested.length; i++) {
      double mean = means[tested[i]];
      halfWidths[tested[i]] = scale * quantiles[i] * sides.error(i) * mean;
      before[tested[i]] = sides.before(i) * mean;
      after[tested[i]] = sides.after(i) * mean;
    }
  }

  /**
   * By what factor intervals are wider or narrower, so that of all ways to divide these runs into
   * two sides no more than the part {@link #SHOWING_DIVISIONS} shows anything. If nothing changed,
   * each of them is as likely as the one that is compared. 1 where there are too few ways. Where
   * changes that may be sure are rarer than that, all changes tell how wide: an interval without
   * any width would say that nothing varies.
   */
  private static double scale(
      TestedValues compared, int runsBefore, double[] quantiles, List<int[]> divisions) {
    int mayShow = (int) (SHOWING_DIVISIONS * divisions.size());
    if (mayShow == 0) {
      return 1;
    }
    List<SideTest> sides =
        divisions.stream().map(order -> new SideTest(compared, order, runsBefore)).toList();
    double scale = greatest(sides, quantiles, MIN_CHANGE, mayShow);
    return scale > 0 ? scale : greatest(sides, quantiles, 0, mayShow);
  }

  /** How much the method that stands out most does, in all divisions but this many. */
  private static double greatest(
      List<SideTest> sides, double[] quantiles, double minChange, int mayShow) {
    double[] greatest =
        sides.stream().mapToDouble(of -> of.greatest(quantiles, minChange)).sorted().toArray();
    return greatest[greatest.length - 1 - mayShow];
  }

  private static boolean[] booleans(int[] tested, int[] measurable) {
    boolean[] is = new boolean[tested.length];
    for (int i = 0; i < tested.length; i++) {
      is[i] = Arrays.binarySearch(measurable, tested[i]) >= 0;
    }
    return is;
  }

  /** One run on either side at least. */
  private void ofPair(
      RunValues all, int runsBefore, double[] means, int[] tested, int[] measurable) {
    double[][] values = all.self();
    // Of few methods, it is not known whether the machine or a method has changed.
    double weight = measurable.length / (measurable.length + 1.0);
    double[] paces = paces(values, means, measurable);
    Pace pace = new Pace(paces, runsBefore);
    for (int method : tested) {
      evenOut(values, method, pace, weight);
    }
    double paceVariance = weight * (1 - weight) * pace.distance() * pace.distance();
    int runsAfter = all.runs() - runsBefore;
    double runs = 1.0 / runsBefore + 1.0 / runsAfter;
    double[] changes = new double[means.length];
    for (int method : tested) {
      setChange(values, runsBefore, method);
      changes[method] = change(method) * change(method) / runs;
    }
    // The median of squares of normal values is 0.4549 of their variance.
    double common = commonVariance(relative(changes, means, measurable), 0.4549);
    double quantile = Quantiles.normal(PAIR_FAMILY / Math.max(1, tested.length));
    for (int method : tested) {
      double measured = measured(all, runsBefore, method, paces, weight);
      double varied = (common * runs + paceVariance) * means[method] * means[method];
      halfWidths[method] = quantile * Math.sqrt(measured + varied);
    }
  }

  private static double meanChance(RunValues all, int method) {
    return IntStream.range(0, all.runs())
        .mapToDouble(r -> all.chance(r, method))
        .average()
        .orElse(0);
  }

  /**
   * The variance of the sides' difference by what is wrong with the measurement. The lumps that
   * make up the chance are as many in each run as its part of all work and time, if nothing
   * changed: the few that one run has by chance would seem to be more exact than they are.
   */
  private static double measured(
      RunValues all, int runsBefore, int method, double[] paces, double weight) {
    double[] scales =
        IntStream.range(0, all.runs())
            .mapToDouble(run -> all.work(run) * Math.pow(paces[run], weight))
            .toArray();
    double chance =
        IntStream.range(0, all.runs())
            .mapToDouble(run -> all.chance(run, method) * all.work(run) * all.work(run))
            .sum();
    double scale = DoubleStream.of(scales).sum();
    double sum = 0;
    for (int run = 0; run < all.runs(); run++) {
      double ofPace = scales[run] / all.work(run);
      double variance = chance / scale / scales[run] + all.overhead(run, method) / ofPace / ofPace;
      int runs = run < runsBefore ? runsBefore : all.runs() - runsBefore;
      sum += variance / runs / runs;
    }
    return sum;
  }

  private static double[] paces(double[][] values, double[] means, int[] measurable) {
    return Arrays.stream(values)
        .mapToDouble(
            run ->
                measurable.length == 0
                    ? 1
                    : median(IntStream.of(measurable).mapToDouble(m -> run[m] / means[m])))
        .toArray();
  }

  private static void evenOut(double[][] values, int method, Pace pace, double slope) {
    for (int run = 0; run < values.length; run++) {
      values[run][method] = pace.evened(values[run][method], run, slope);
    }
  }

  private void setChange(double[][] values, int runsBefore, int method) {
    before[method] = mean(values, 0, runsBefore, method);
    after[method] = mean(values, runsBefore, values.length, method);
  }

  private static DoubleStream relative(double[] variances, double[] means, int[] methods) {
    return IntStream.of(methods).mapToDouble(m -> variances[m] / (means[m] * means[m]));
  }

  /** The relative variance of most methods: their median, and what is usual for a few more. */
  static double commonVariance(DoubleStream variances, double medianOfVariance) {
    double[] known = variances.toArray();
    double median = known.length == 0 ? 0 : median(DoubleStream.of(known)) / medianOfVariance;
    return (USUAL_METHODS * USUAL_VARIATION * USUAL_VARIATION + known.length * median)
        / (USUAL_METHODS + known.length);
  }

  private static double mean(double[][] runs, int from, int to, int method) {
    double sum = 0;
    for (int run = from; run < to; run++) {
      sum += runs[run][method];
    }
    return sum / (to - from);
  }

  private static double median(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Whether there are several runs a side. */
  public boolean canBeSure() {
    return isSureAtAll;
  }

  /** The change of a method, runs evened out; 0 where it is not tested. */
  public double change(int method) {
    return after[method] - before[method];
  }

  /** By how much a change may be wrong; NaN where that is not known. */
  public double halfWidth(int method) {
    return halfWidths[method];
  }

  /** Whether it is known that the change is no more than varies. */
  public boolean isWithin(int method) {
    return Math.abs(change(method)) <= halfWidths[method];
  }

  /** Whether a method is tested, and changed by more than varies. */
  boolean isBeyond(int method) {
    return Math.abs(change(method)) > halfWidths[method];
  }

  /** The change as a part of what was before, runs evened out; empty where that was nothing. */
  OptionalDouble relative(int method) {
    return before[method] <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(change(method) / before[method]);
  }

  /**
   * Whether a method rose by more than this part of what it was, runs evened out.
   *
   * @param part 0.05 is 5%
   */
  boolean isRisenBy(int method, double part) {
    return change(method) > part * Math.max(0, before[method]);
  }

  /** Whether runs of the same program would hardly ever differ so. */
  public boolean isSure(int method) {
    double mean = (before[method] + after[method]) / 2;
    return isSureAtAll && isBeyond(method) && Math.abs(change(method)) > MIN_CHANGE * mean;
  }
}
