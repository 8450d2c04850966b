package dev.tare.agent.calibration;

import dev.tare.agent.calibration.TrainedOverheads.LessIfDeferred;
import dev.tare.runtime.AgentWork;
import dev.tare.runtime.Category;
import dev.tare.runtime.CategoryTable;
import dev.tare.runtime.DeferredIntervals;
import dev.tare.runtime.Kind;
import dev.tare.runtime.ThreadRecorder;
import dev.tare.trainer.LanguageOverhead;
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
 * do. So the mean of a category, less the bare calls' part, is what has to be taken off for sums to
 * come out right. Of several passes the lower quartile counts: others use the machine too, while an
 * application starts.
 *
 * <p>What C2 has compiled is measured again and again. How calls run before that is seen while
 * kernels are young: loaded anew, several times, by loaders of their own.
 */
final class IntervalTraining implements Training {
  private static final int PASSES = 15;

  /** How often kernels are loaded anew. */
  private static final int GENERATIONS = 2;

  /**
   * Turns of a young kernel's passes. What it calls is interpreted in the first ones, and compiled
   * by C1 after 200 calls ({@code Tier3InvocationThreshold}).
   */
  private static final int[] YOUNG_TURNS = {15, 15, 15, 90, 300, 300};

  /** What bare calls may take of a young interval, where nothing better bounds it. */
  private static final double MOST_OF_YOUNG = 0.5;

  /** Passes of leaves until C2 has compiled what drains an entry. */
  private static final int DRAINED_WARM_UP_PASSES = 200;

  private static final int LEAF = Category.ofLeaf(Kind.C2_STATIC);

  private final ThreadRecorder recorder;
  private final CategoryTable table;
  private final TrainingKernels kernels;
  private final TrainingKernels busy;
  private final List<List<Pass>> youth = new ArrayList<>();
  private final LessIfDeferred lessIfDeferred;
  private double unsteadiness = Double.POSITIVE_INFINITY;

  IntervalTraining(
      AgentWork work, TrainingKernels kernels, TrainingKernels busy, DeferralTraining deferral)
      throws ReflectiveOperationException {
    this.recorder = work.recorder();
    this.table = recorder.categories();
    this.kernels = kernels;
    this.busy = busy;
    for (int i = 0; i < DRAINED_WARM_UP_PASSES && ThreadRecorder.drains(); i++) {
      drainedPass();
    }
    Arrays.stream(YOUNG_TURNS).forEach(turns -> youth.add(new ArrayList<>()));
    for (int generation = 0; generation < GENERATIONS; generation++) {
      TrainingKernels young = TrainingKernels.empty();
      for (int age = 0; age < YOUNG_TURNS.length; age++) {
        int turns = YOUNG_TURNS[age];
        youth.get(age).add(Pass.of(young, young.count(), table, turns, turns));
      }
    }
    lessIfDeferred = deferral.measure();
  }

  @Override
  public TrainedOverheads measure() {
    List<Pass> mature = passes(kernels, TrainingKernels.MORE_TURNS);
    double[] mean = means(mature);
    double[] language = language(List.of(mature));
    BareCalls.even(mean, language);
    double[] youngMean = means(youth.stream().flatMap(List::stream).toList());
    double[] youngLanguage = language(youth.subList(1, youth.size())); // linked by then
    double[] matureMean = mean.clone();
    for (int key = 0; key < Category.KEYS; key++) {
      if (Double.isNaN(matureMean[key])) {
        int compiled = Category.compiledByC2(key);
        mean[key] = youngMean[key];
        language[key] =
            Math.min(
                youngLanguage[key],
                mostLanguage(youngMean[key], matureMean[compiled] - language[compiled]));
      }
    }
    unsteadiness = unsteadiness(mature);
    double trial = trial(mature, mean[LEAF]);
    return TrainedOverheads.of(table, mean, language, busy(), drained(), lessIfDeferred, trial);
  }

  /**
   * What a trial takes where an empty leaf's intervals are as they are said to be. A pass has few
   * trials: their own quartile would be further from what is usual than that of the intervals.
   */
  private double trial(List<Pass> passes, double leaf) {
    DoubleStream ratios =
        IntStream.range(0, table.count())
            .filter(category -> Category.key(category) == LEAF)
            .mapToObj(
                leaves -> passes.stream().mapToDouble(pass -> pass.trial() / pass.mean(leaves)))
            .flatMapToDouble(ofPasses -> ofPasses);
    return leaf * Quartiles.median(ratios);
  }

  /** By key, the mean of drained intervals of empty leaves; NaN where that was not measured. */
  private double[] drained() {
    double[] means = new double[PASSES];
    int known = 0;
    for (int i = 0; i < PASSES && ThreadRecorder.drains(); i++) {
      Drained seen = drainedPass();
      if (seen.calls > 0) {
        means[known++] = (double) seen.metric / seen.calls;
      }
    }
    double[] mean = new double[Category.KEYS];
    Arrays.fill(mean, Double.NaN);
    if (known > 0) {
      double quartile = Quartiles.lower(means, known);
      mean[LEAF] = quartile;
      mean[Category.ofLeaf(Kind.C2_DISPATCHED)] = quartile;
    }
    return mean;
  }

  /** A pass over bound leaves, many of whose entries are drained. */
  private Drained drainedPass() {
    Drained before = Drained.of(recorder);
    recorder.drainOften(true);
    kernels.runWoven(TrainingKernels.LEAF, TrainingKernels.TURNS);
    recorder.drainOften(false);
    return Drained.of(recorder).since(before);
  }

  /** Calls of leaves whose entries were drained. */
  private record Drained(long calls, long metric) {
    static Drained of(ThreadRecorder recorder) {
      long[] sums = new long[2];
      DeferredIntervals intervals = recorder.deferredIntervals();
      if (intervals != null) {
        intervals.read(
            new DeferredIntervals.Reader() {
              @Override
              public void intervals(int node, int category, long count) {}

              @Override
              public void drained(int node, long calls, long metric) {
                sums[0] += calls;
                sums[1] += metric;
              }
            });
      }
      return new Drained(sums[0], sums[1]);
    }

    Drained since(Drained before) {
      return new Drained(calls - before.calls, metric - before.metric);
    }
  }

  /**
   * The passes of a measurement.
   *
   * @param plainTurns of each kernel that is not woven
   */
  private List<Pass> passes(TrainingKernels kernels, int plainTurns) {
    List<Pass> passes = new ArrayList<>();
    for (int i = 0; i < PASSES; i++) {
      passes.add(Pass.of(kernels, kernels.count(), table, TrainingKernels.TURNS, plainTurns));
    }
    return passes;
  }

  /**
   * By key, the overhead in a busy leaf's intervals; NaN where that was not measured. Where C2 has
   * much else to do, it may have compiled the leaf and not yet the kernel that calls it, which
   * matters little.
   */
  private double[] busy() {
    double[] overhead = new double[Category.KEYS];
    Arrays.fill(overhead, Double.NaN);
    List<Pass> passes = passes(busy, TrainingKernels.TURNS);
    for (int category = 0; category < table.count(); category++) {
      int key = Category.key(category);
      int kind = Category.onTop(key);
      if (Kind.isOfC2(kind) && Category.events(key) == Category.events(LEAF)) {
        int leaf = Category.ofLeaf(kind);
        double measured = busy(passes, category, kind == Kind.C2_STATIC ? 0 : 1);
        if (Double.isNaN(overhead[leaf]) || (key == leaf && !Double.isNaN(measured))) {
          overhead[leaf] = measured;
        }
      }
    }
    return overhead;
  }

  private static double busy(List<Pass> passes, int category, int kernel) {
    return Quartiles.lower(
        passes.stream()
            .mapToDouble(pass -> pass.mean(category) - pass.plain(kernel) / TrainingKernels.TURNS));
  }

  /**
   * Of a young interval, what bare calls may take: how long they take is measured badly. The probes
   * are the same code, whoever compiled the methods, and take as much at least.
   *
   * @param compiled what the instrumentation costs between methods that C2 compiled; NaN where that
   *     is not known
   */
  private static double mostLanguage(double mean, double compiled) {
    return Double.isNaN(compiled) ? mean * MOST_OF_YOUNG : Math.max(0, mean - compiled);
  }

  /** By key, NaN where no pass saw enough. */
  private double[] means(List<Pass> passes) {
    double[] means = new double[Category.KEYS];
    Arrays.fill(means, Double.NaN);
    for (int category = 0; category < table.count(); category++) {
      int number = category;
      means[Category.key(category)] =
          Quartiles.lower(passes.stream().mapToDouble(pass -> pass.mean(number)));
    }
    return means;
  }

  private static double[] known(List<Pass> passes, int category) {
    return passes.stream()
        .mapToDouble(pass -> pass.mean(category))
        .filter(mean -> !Double.isNaN(mean))
        .toArray();
  }

  /** By key: each kernel at each age says what its bare calls take together, at best. */
  private double[] language(List<List<Pass>> ages) {
    List<double[]> counts = new ArrayList<>();
    List<Double> plain = new ArrayList<>();
    for (List<Pass> age : ages) {
      for (int k = 0; k < kernels.count(); k++) {
        int kernel = k;
        counts.add(counts(age.get(age.size() - 1), kernel));
        plain.add(age.stream().mapToDouble(pass -> pass.plain(kernel)).min().orElseThrow());
      }
    }
    double[] solution =
        LanguageOverhead.solve(
            counts.toArray(double[][]::new),
            plain.stream().mapToDouble(Double::doubleValue).toArray());
    double[] language = new double[Category.KEYS];
    for (int category = 0; category < solution.length; category++) {
      language[Category.key(category)] = solution[category];
    }
    return language;
  }

  private double[] counts(Pass pass, int kernel) {
    double[] counts = new double[table.count()];
    Arrays.setAll(counts, category -> pass.count(kernel, category));
    return counts;
  }

  @Override
  public double unsteadiness() {
    return unsteadiness;
  }

  private double unsteadiness(List<Pass> passes) {
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
