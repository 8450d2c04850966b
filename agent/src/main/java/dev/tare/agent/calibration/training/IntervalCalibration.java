package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.CalibrationStatistics.Costs;
import dev.tare.agent.calibration.model.Quartiles;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.calibration.DeferredIntervals;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.trainer.BaselineCostSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Learns what each category of intervals holds of overhead, through the ordinary probes of full
 * mode.
 *
 * <p>The kernels' intervals hold nothing but what the instrumentation costs and what the bare calls
 * do. So the mean of a category, less the baseline call cost, is what has to be taken off for sums
 * to come out right. Of several passes the lower quartile counts: others use the machine too, while
 * an application starts.
 */
final class IntervalCalibration implements CalibrationRun {
  private static final int PASSES = 15;

  /** Passes of leaves until C2 has compiled what serializes an entry. */
  private static final int SERIALIZED_WARM_UP_PASSES = 200;

  private static final int LEAF = Category.ofLeaf(Kind.C2_STATIC);

  private final ThreadRecorder recorder;
  private final CategoryTable table;
  private final CalibrationKernels kernels;
  private final CalibrationEffort effort;
  private final DeferralCalibration.Deltas deltas;
  private double dispersion = Double.POSITIVE_INFINITY;

  IntervalCalibration(
      ProfilerSection work,
      CalibrationKernels kernels,
      DeferralCalibration deferral,
      CalibrationEffort effort) {
    this.recorder = work.recorder();
    this.table = recorder.categories();
    this.kernels = kernels;
    this.effort = effort;
    int serialized =
        ThreadRecorder.serializesEntries() ? effort.warmUpRounds(SERIALIZED_WARM_UP_PASSES) : 0;
    for (int i = 0; i < serialized && effort.goesOn(); i++) {
      serializedPass();
    }
    deltas = deferral.measure();
  }

  @Override
  public CalibrationStatistics measure() {
    List<KernelMeasurement> mature = passes();
    double[] mean = means(mature);
    double[] baselineCallCost = baselineCallCost(mature);
    dispersion = dispersion(mature);
    return CalibrationStatistics.of(
        table,
        mean,
        baselineCallCost,
        new Costs(
            deltas.afterEntry(),
            deltas.afterExit(),
            probeCost(mature, mean[LEAF]),
            serializedLeaf()),
        dispersion);
  }

  /**
   * What a sample takes where an empty leaf's intervals are as they are said to be. A pass has few
   * samples: their own quartile would be further from what is usual than that of the intervals.
   */
  private double probeCost(List<KernelMeasurement> passes, double leaf) {
    for (int category = 0; category < table.count(); category++) {
      if (Category.key(category) == LEAF) {
        int leaves = category;
        return leaf
            * Quartiles.median(
                passes.stream().mapToDouble(pass -> pass.probeCost() / pass.mean(leaves)));
      }
    }
    return Double.NaN;
  }

  /** The mean of serialized intervals of empty leaves; NaN where that was not measured. */
  private double serializedLeaf() {
    double[] means = new double[PASSES];
    int known = 0;
    for (int i = 0; i < PASSES && ThreadRecorder.serializesEntries() && effort.goesOn(i); i++) {
      double mean = serializedPass();
      if (!Double.isNaN(mean)) {
        means[known++] = mean;
      }
    }
    return known == 0 ? Double.NaN : Quartiles.lower(means, known);
  }

  /** The mean of serialized intervals in a pass over bound leaves; NaN where there was none. */
  private double serializedPass() {
    long[] before = serialized();
    recorder.serializeOften(true);
    kernels.runWoven(CalibrationKernels.LEAF, effort.turns(CalibrationKernels.TURNS));
    recorder.serializeOften(false);
    long[] after = serialized();
    long calls = after[0] - before[0];
    return calls == 0 ? Double.NaN : (double) (after[1] - before[1]) / calls;
  }

  /** Calls of leaves whose entries were serialized, and what they took. */
  private long[] serialized() {
    long[] sums = new long[2];
    DeferredIntervals intervals = recorder.deferredIntervals();
    if (intervals != null) {
      intervals.read(
          new DeferredIntervals.Reader() {
            @Override
            public void intervals(int node, int category, long count) {}

            @Override
            public void serialized(int node, long calls, long metric) {
              sums[0] += calls;
              sums[1] += metric;
            }
          });
    }
    return sums;
  }

  private List<KernelMeasurement> passes() {
    int turns = effort.turns(CalibrationKernels.TURNS);
    int plainTurns = effort.turns(CalibrationKernels.MORE_TURNS);
    List<KernelMeasurement> passes = new ArrayList<>();
    for (int i = 0; i < PASSES && effort.goesOn(i); i++) {
      passes.add(KernelMeasurement.of(kernels, kernels.count(), table, turns, plainTurns));
    }
    return passes;
  }

  /** By key, NaN where no pass saw enough. */
  private double[] means(List<KernelMeasurement> passes) {
    double[] means = new double[Category.KEYS];
    Arrays.fill(means, Double.NaN);
    for (int category = 0; category < table.count(); category++) {
      int number = category;
      means[Category.key(category)] =
          Quartiles.lower(passes.stream().mapToDouble(pass -> pass.mean(number)));
    }
    return means;
  }

  private static double[] known(List<KernelMeasurement> passes, int category) {
    return passes.stream()
        .mapToDouble(pass -> pass.mean(category))
        .filter(mean -> !Double.isNaN(mean))
        .toArray();
  }

  /** By key: each kernel says what its bare calls take together, at best. */
  private double[] baselineCallCost(List<KernelMeasurement> passes) {
    double[][] counts = new double[kernels.count()][];
    double[] plain = new double[kernels.count()];
    for (int k = 0; k < kernels.count(); k++) {
      int kernel = k;
      counts[k] = counts(passes.get(passes.size() - 1), kernel);
      plain[k] = passes.stream().mapToDouble(pass -> pass.plain(kernel)).min().orElseThrow();
    }
    double[] solution = BaselineCostSolver.solve(counts, plain);
    double[] baselineCallCost = new double[Category.KEYS];
    for (int category = 0; category < solution.length; category++) {
      baselineCallCost[Category.key(category)] = solution[category];
    }
    return baselineCallCost;
  }

  private double[] counts(KernelMeasurement pass, int kernel) {
    double[] counts = new double[table.count()];
    Arrays.setAll(counts, category -> pass.count(kernel, category));
    return counts;
  }

  @Override
  public double dispersion() {
    return dispersion;
  }

  private double dispersion(List<KernelMeasurement> passes) {
    double[] ratios = new double[table.count()];
    int count = 0;
    for (int category = 0; category < ratios.length; category++) {
      double[] known = known(passes, category);
      if (known.length == passes.size()) {
        ratios[count++] =
            Quartiles.upper(known, known.length) / Quartiles.lower(known, known.length);
      }
    }
    return count == 0 ? Double.POSITIVE_INFINITY : Quartiles.median(ratios, count);
  }
}
