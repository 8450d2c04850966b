package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.Costs;
import dev.tare.agent.calibration.model.OverheadModel;
import dev.tare.agent.calibration.model.Quartiles;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.ProbeCostMonitor;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.trainer.BaselineCostSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Learns what each category of intervals holds of overhead, through the ordinary probes of full
 * mode.
 *
 * <p>The kernels' intervals contain the cost of the probes and the baseline call cost, and nothing
 * else. So the mean of a category, less the baseline call cost, is what has to be subtracted for
 * sums to be right. Of several passes the lower quartile counts, because other programs use the
 * machine, too, while an application starts.
 */
final class IntervalCalibration implements CalibrationRun {
  private static final int LEAF = Category.number(Category.ofLeaf(Kind.C2_STATIC));

  /** Deferred intervals hold less overhead, and take ten times as long. */
  private static final int TURNS_OF_PASS =
      Settings.defersAll() ? CalibrationKernels.TURNS / 8 : CalibrationKernels.TURNS;

  private final ThreadRecorder recorder;
  private final CategoryTable table;
  private final CategoryTable neverTrusted = CategoryTable.neverTrusted();
  private final CalibrationKernels kernels;
  private final CalibrationEffort effort;

  IntervalCalibration(
      ThreadRecorder recorder, CalibrationKernels kernels, CalibrationEffort effort) {
    this.recorder = recorder;
    this.table = Settings.defersAll() ? neverTrusted : recorder.categories();
    recorder.beginOn(table);
    this.kernels = kernels;
    this.effort = effort;
  }

  @Override
  public void warmUp(int plainTurns) {
    kernels.warmUp(CalibrationKernels.TURNS, plainTurns, this::deferred);
  }

  @Override
  public CalibrationStatistics measure() {
    int[] which = ofC2();
    List<KernelMeasurement> passes = new ArrayList<>();
    for (int i = 0; effort.goesOn(i); i++) {
      int turns = effort.turns(TURNS_OF_PASS);
      passes.add(new KernelMeasurement(kernels, table, turns, which));
    }
    Costs costs = costs(passes);
    double dispersion = dispersion(passes);
    return new CalibrationStatistics(
        categories(passes), costs, dispersion, effort.convergence(dispersion));
  }

  /** What is not a category's: from leaves as they are, and with work, in turn. */
  private Costs costs(List<KernelMeasurement> passes) {
    DoubleStream.Builder overlap = DoubleStream.builder();
    for (int i = 0; effort.goesOn(i); i++) {
      KernelMeasurement leaf = pass(CalibrationKernels.LEAF, table);
      KernelMeasurement loaded = pass(kernels.loaded(), table);
      overlap.add(overlapped(loaded) - overlapped(leaf));
    }
    return new Costs(
        probeCost(passes),
        ProbeCostMonitor.WANTED ? Quartiles.median(overlap.build()) : 0,
        TakenAway.ofMetric(effort));
  }

  /**
   * Waits for C2, and returns the kernels that it has compiled. The others would falsify prices:
   * all of their time without probes enters the baseline, but few of their intervals enter the
   * price. Where the compiled ones do not have all four pairs of events, all kernels are returned.
   */
  private int[] ofC2() {
    int[] pairs = new int[kernels.loaded() + 1];
    int rounds = effort.warmUpRounds();
    boolean awaits = true;
    for (int round = 0; round < rounds && awaits && effort.goesOn(); round++) {
      awaits = deferred().pairsOfC2() == 0;
      for (int k = 0; k < pairs.length; k++) {
        if (pairs[k] == 0) {
          pairs[k] = pass(k, table).pairsOfC2();
        }
        for (int turn = 0; pairs[k] == 0 && turn < CalibrationKernels.TURNS; turn += 4) {
          CalibrationKernels.run(kernels.woven[k], 4); // Few turns: C2 takes it by its calls.
        }
        awaits |= pairs[k] == 0;
      }
      LockSupport.parkNanos(awaits ? TimeUnit.MILLISECONDS.toNanos(5) : 0);
    }
    int[] all = IntStream.range(CalibrationKernels.LEAF, kernels.loaded()).toArray();
    int[] ofC2 = Arrays.stream(all).filter(k -> pairs[k] != 0).toArray();
    int told = Arrays.stream(ofC2).reduce(0, (others, k) -> others | pairs[k]);
    return Integer.bitCount(told) == 4 ? ofC2 : all;
  }

  /** A pass over one kernel. */
  private KernelMeasurement pass(int kernel, CategoryTable booked) {
    return new KernelMeasurement(kernels, booked, effort.turns(TURNS_OF_PASS / 4), kernel);
  }

  /** A pass in which all are deferred. */
  private KernelMeasurement deferred() {
    recorder.beginOn(neverTrusted);
    try {
      return pass(CalibrationKernels.LEAF, neverTrusted);
    } finally {
      recorder.beginOn(table);
    }
  }

  /**
   * What of a leaf's work its interval does not show, but for a constant: the processor works at it
   * and at the probes at the same time. NaN where there were too few leaves for a mean, or none.
   */
  static double overlapped(KernelMeasurement ofLeaves) {
    return ofLeaves.plain[0] / ofLeaves.count(0, LEAF) - ofLeaves.mean(LEAF);
  }

  /**
   * The lower quartile of an empty leaf's mean interval, times the median ratio of a sample to that
   * interval within one pass. A pass has few samples: their own quartile would be further from what
   * is usual than that of the intervals.
   */
  private static double probeCost(List<KernelMeasurement> passes) {
    return typical(passes, LEAF)
        * Quartiles.median(passes.stream().mapToDouble(pass -> pass.probeCost / pass.mean(LEAF)));
  }

  private static DoubleStream means(List<KernelMeasurement> passes, int category) {
    return passes.stream().mapToDouble(pass -> pass.mean(category));
  }

  private static double typical(List<KernelMeasurement> passes, int category) {
    return Quartiles.lower(means(passes, category));
  }

  /** Each kernel's time without probes is the shortest of all passes. */
  private List<CategoryStatistic> categories(List<KernelMeasurement> passes) {
    KernelMeasurement last = passes.get(passes.size() - 1);
    double[][] counts = last.counts;
    double[] plain = new double[counts.length];
    Arrays.setAll(
        plain, k -> passes.stream().mapToDouble(pass -> pass.plain[k]).min().orElseThrow());
    int[] events = new int[table.count()];
    Arrays.setAll(events, category -> OverheadModel.events(Category.key(category)));
    double[] baselineCallCost = BaselineCostSolver.solve(counts, events, plain);
    List<CategoryStatistic> categories = new ArrayList<>();
    for (int category = 0; category < events.length; category++) {
      double mean = typical(passes, category);
      if (!Double.isNaN(mean)) {
        double count = 0;
        for (int k = 0; k < counts.length; k++) {
          count += last.count(k, category);
        }
        categories.add(
            new CategoryStatistic(Category.key(category), mean, baselineCallCost[category], count));
      }
    }
    return categories;
  }

  /** The upper quartile of what passes say by the lower: the median of categories. */
  private double dispersion(List<KernelMeasurement> passes) {
    double[] ratios = new double[table.count()];
    Arrays.setAll(
        ratios,
        category -> ratio(Quartiles.upper(means(passes, category)), typical(passes, category)));
    double median = Quartiles.median(Arrays.stream(ratios));
    return Double.isNaN(median) ? Double.POSITIVE_INFINITY : median;
  }

  /** Of metrics that most intervals add nothing to, both may be 0. */
  static double ratio(double upper, double lower) {
    return upper == lower ? 1 : upper / lower;
  }
}
