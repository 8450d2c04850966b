package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.BaselineCostCorrection;
import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.CalibrationStatistics.DeferredPathDelta;
import dev.tare.agent.calibration.model.Quartiles;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.calibration.Corrections;
import dev.tare.runtime.calibration.DeferredIntervals;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.trainer.BaselineCostSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Learns what each category of intervals holds of overhead, through the ordinary probes of full
 * mode.
 *
 * <p>The kernels' intervals hold nothing but what the instrumentation costs and what the bare calls
 * do. So the mean of a category, less the baseline call cost, is what has to be taken off for sums
 * to come out right. Of several passes the lower quartile counts: others use the machine too, while
 * an application starts.
 *
 * <p>What C2 has compiled is measured again and again. How calls run before that is seen while
 * kernels are young: loaded anew, several times, by loaders of their own.
 */
final class IntervalCalibration implements CalibrationRun {
  private static final int PASSES = 15;

  /** How often kernels are loaded anew. */
  private static final int GENERATIONS = 2;

  /**
   * Turns of a young kernel's passes. What it calls is interpreted in the first ones, and compiled
   * by C1 after 200 calls ({@code Tier3InvocationThreshold}).
   */
  private static final int[] WARMUP_ITERATIONS = {15, 15, 15, 90, 300, 300};

  /** What bare calls may take of a young interval, where nothing better bounds it. */
  private static final double MAX_WARMUP_SHARE = 0.5;

  /** Passes of leaves until C2 has compiled what drains an entry. */
  private static final int SERIALIZED_WARM_UP_PASSES = 200;

  private static final int LEAF = Category.ofLeaf(Kind.C2_STATIC);

  private final ThreadRecorder recorder;
  private final CategoryTable table;
  private final CalibrationKernels kernels;
  private final CalibrationKernels loadedLeaf;
  private final CalibrationEffort effort;
  private final List<List<KernelMeasurement>> warmupPasses = new ArrayList<>();
  private final DeferredPathDelta deferredPathDelta;
  private double dispersion = Double.POSITIVE_INFINITY;

  IntervalCalibration(
      ProfilerSection work,
      CalibrationKernels kernels,
      CalibrationKernels loadedLeaf,
      DeferralCalibration deferral,
      CalibrationEffort effort)
      throws ReflectiveOperationException {
    this.recorder = work.recorder();
    this.table = recorder.categories();
    this.kernels = kernels;
    this.loadedLeaf = loadedLeaf;
    this.effort = effort;
    int serialized =
        ThreadRecorder.serializesEntries() ? effort.warmUpRounds(SERIALIZED_WARM_UP_PASSES) : 0;
    for (int i = 0; i < serialized && effort.goesOn(); i++) {
      serializedPass();
    }
    Arrays.stream(WARMUP_ITERATIONS).forEach(turns -> warmupPasses.add(new ArrayList<>()));
    int generations = Corrections.YOUNG ? effort.generations(GENERATIONS) : 0;
    for (int generation = 0; generation < generations && effort.goesOn(); generation++) {
      CalibrationKernels young = CalibrationKernels.empty();
      for (int age = 0; age < WARMUP_ITERATIONS.length; age++) {
        int turns = WARMUP_ITERATIONS[age];
        warmupPasses.get(age).add(KernelMeasurement.of(young, young.count(), table, turns, turns));
      }
    }
    deferredPathDelta = deferral.measure();
  }

  @Override
  public CalibrationStatistics measure() {
    List<KernelMeasurement> mature = passes(kernels, CalibrationKernels.MORE_TURNS);
    double[] mean = means(mature);
    double[] baselineCallCost = baselineCallCost(List.of(mature));
    if (Corrections.EVEN) {
      BaselineCostCorrection.even(mean, baselineCallCost);
    }
    double[] warmupMean = means(warmupPasses.stream().flatMap(List::stream).toList());
    double[] warmupBaselineCallCost =
        baselineCallCost(warmupPasses.subList(1, warmupPasses.size())); // linked by then
    double[] matureMean = mean.clone();
    for (int key = 0; key < Category.KEYS; key++) {
      if (Double.isNaN(matureMean[key])) {
        int compiled = Category.compiledByC2(key);
        mean[key] = warmupMean[key];
        baselineCallCost[key] =
            !Corrections.YOUNG_BOUND
                ? warmupBaselineCallCost[key]
                : Math.min(
                    warmupBaselineCallCost[key],
                    maxBaselineCallCost(
                        warmupMean[key], matureMean[compiled] - baselineCallCost[compiled]));
      }
    }
    dispersion = dispersion(mature);
    double probeCost =
        Corrections.PROBE_COST_RATIO
            ? probeCost(mature, mean[LEAF])
            : Quartiles.median(mature.stream().mapToDouble(KernelMeasurement::probeCost));
    return CalibrationStatistics.of(
        table, mean, baselineCallCost, loadedLeaf(), serialized(), deferredPathDelta, probeCost);
  }

  /**
   * What a sample takes where an empty leaf's intervals are as they are said to be. A pass has few
   * samples: their own quartile would be further from what is usual than that of the intervals.
   */
  private double probeCost(List<KernelMeasurement> passes, double leaf) {
    DoubleStream ratios =
        IntStream.range(0, table.count())
            .filter(category -> Category.key(category) == LEAF)
            .mapToObj(
                leaves -> passes.stream().mapToDouble(pass -> pass.probeCost() / pass.mean(leaves)))
            .flatMapToDouble(ofPasses -> ofPasses);
    return leaf * Quartiles.median(ratios);
  }

  /** By key, the mean of serialized intervals of empty leaves; NaN where that was not measured. */
  private double[] serialized() {
    double[] means = new double[PASSES];
    int known = 0;
    for (int i = 0; i < PASSES && ThreadRecorder.serializesEntries() && effort.goesOn(i); i++) {
      Serialized seen = serializedPass();
      if (seen.calls > 0) {
        means[known++] = (double) seen.metric / seen.calls;
      }
    }
    double[] mean = new double[Category.KEYS];
    Arrays.fill(mean, Double.NaN);
    if (known > 0) {
      double quartile = Quartiles.lower(means, known);
      mean[LEAF] = quartile;
      mean[Category.ofLeaf(Kind.C2_VIRTUAL)] = quartile;
    }
    return mean;
  }

  /** A pass over bound leaves, many of whose entries are serialized. */
  private Serialized serializedPass() {
    Serialized before = Serialized.of(recorder);
    recorder.serializeOften(true);
    kernels.runWoven(CalibrationKernels.LEAF, effort.turns(CalibrationKernels.TURNS));
    recorder.serializeOften(false);
    return Serialized.of(recorder).since(before);
  }

  /** Calls of leaves whose entries were serialized. */
  private record Serialized(long calls, long metric) {
    static Serialized of(ThreadRecorder recorder) {
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
      return new Serialized(sums[0], sums[1]);
    }

    Serialized since(Serialized before) {
      return new Serialized(calls - before.calls, metric - before.metric);
    }
  }

  /**
   * The passes of a measurement.
   *
   * @param plainTurns of each kernel that is not woven
   */
  private List<KernelMeasurement> passes(CalibrationKernels kernels, int plainTurns) {
    int turns = effort.turns(CalibrationKernels.TURNS);
    int turnsAsTheyAre = effort.turns(plainTurns);
    List<KernelMeasurement> passes = new ArrayList<>();
    for (int i = 0; i < PASSES && effort.goesOn(i); i++) {
      passes.add(KernelMeasurement.of(kernels, kernels.count(), table, turns, turnsAsTheyAre));
    }
    return passes;
  }

  /**
   * By key, the overhead in a busy leaf's intervals; NaN where that was not measured. Where C2 has
   * much else to do, it may have compiled the leaf and not yet the kernel that calls it, which
   * matters little.
   */
  private double[] loadedLeaf() {
    double[] overhead = new double[Category.KEYS];
    Arrays.fill(overhead, Double.NaN);
    List<KernelMeasurement> passes = passes(loadedLeaf, CalibrationKernels.TURNS);
    for (int category = 0; category < table.count(); category++) {
      int key = Category.key(category);
      int kind = Category.onTop(key);
      if (Kind.isOfC2(kind) && Category.events(key) == Category.events(LEAF)) {
        int leaf = Category.ofLeaf(kind);
        double measured = loadedLeaf(passes, category, kind == Kind.C2_STATIC ? 0 : 1);
        if (Double.isNaN(overhead[leaf]) || (key == leaf && !Double.isNaN(measured))) {
          overhead[leaf] = measured;
        }
      }
    }
    return overhead;
  }

  private static double loadedLeaf(List<KernelMeasurement> passes, int category, int kernel) {
    return Quartiles.lower(
        passes.stream()
            .mapToDouble(pass -> pass.mean(category) - pass.plain(kernel) / pass.turns()));
  }

  /**
   * Of a young interval, what bare calls may take: how long they take is measured badly. The probes
   * are the same code, whoever compiled the methods, and take as much at least.
   *
   * @param compiled what the instrumentation costs between methods that C2 compiled; NaN where that
   *     is not known
   */
  private static double maxBaselineCallCost(double mean, double compiled) {
    return Double.isNaN(compiled) ? mean * MAX_WARMUP_SHARE : Math.max(0, mean - compiled);
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

  /** By key: each kernel at each age says what its bare calls take together, at best. */
  private double[] baselineCallCost(List<List<KernelMeasurement>> ages) {
    List<double[]> counts = new ArrayList<>();
    List<Double> plain = new ArrayList<>();
    for (List<KernelMeasurement> age : ages) {
      for (int k = 0; k < kernels.count() && !age.isEmpty(); k++) {
        int kernel = k;
        counts.add(counts(age.get(age.size() - 1), kernel));
        plain.add(age.stream().mapToDouble(pass -> pass.plain(kernel)).min().orElseThrow());
      }
    }
    double[] solution =
        BaselineCostSolver.solve(
            counts.toArray(double[][]::new),
            plain.stream().mapToDouble(Double::doubleValue).toArray());
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
