package dev.tare.agent.calibration.model;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.calibration.ProbeCostMonitor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.DoubleStream;

/** What training has learnt, and a calstats file keeps; immutable. */
public final class CalibrationStatistics {
  /** Two trainings agree on a category if their means differ by no more of the mean than this. */
  private static final double AGREED_SHARE = 0.01;

  /** Or by no more than this, in the metric's unit. */
  private static final double AGREED_DIFFERENCE = 0.1;

  /** A category with fewer intervals than this need not agree: its mean never stands still. */
  private static final long WELL_OBSERVED = 10_000;

  /** Disturbances of a calibration run that agrees with itself stay below a fifth. */
  private static final double MAX_PROBE_COST_RATIO = 1.2;

  private final List<CategoryStatistic> categories;
  private final DeferredPathDelta deferredPathDelta;
  private final double probeCost;
  private final Convergence convergence;

  /**
   * Takes over what is told.
   *
   * @param categories each of them once
   * @param probeCost what {@link ProbeCostMonitor#sample} took meanwhile; NaN where there was none
   */
  public CalibrationStatistics(
      List<CategoryStatistic> categories, DeferredPathDelta deferredPathDelta, double probeCost) {
    this(categories, deferredPathDelta, probeCost, Convergence.COMPLETE);
  }

  private CalibrationStatistics(
      List<CategoryStatistic> categories,
      DeferredPathDelta deferredPathDelta,
      double probeCost,
      Convergence convergence) {
    this.categories = List.copyOf(categories);
    this.deferredPathDelta = deferredPathDelta;
    this.probeCost = probeCost;
    this.convergence = convergence;
  }

  /** See {@link KnownOverheads#setDeferredPathDelta}. */
  public record DeferredPathDelta(double afterEntry, double afterExit) {
    public static final DeferredPathDelta NOTHING = new DeferredPathDelta(0, 0);
  }

  /**
   * One category, with values in the metric's unit.
   *
   * @param key see {@link Category}
   * @param observed intervals seen
   * @param minimum the smallest of them
   * @param mean the mean of those that held nothing but bare calls
   * @param baselineCallCost what of it the bare calls cost without instrumentation
   * @param loadedLeaf the overhead in intervals of a method that is busy itself: less, as a
   *     processor works at the method and at the probes around it at the same time; NaN where that
   *     was not measured
   * @param serialized as mean, of intervals whose entry was serialized, see {@link
   *     KnownOverheads#setDrained}; NaN where that was not measured
   */
  public record CategoryStatistic(
      int key,
      long observed,
      long minimum,
      double mean,
      double baselineCallCost,
      double loadedLeaf,
      double serialized) {
    /** The smaller of two measurements: whatever else the machine did made them longer. */
    public CategoryStatistic least(CategoryStatistic other) {
      CategoryStatistic less = other.mean < mean ? other : this;
      return new CategoryStatistic(
          key,
          Math.max(observed, other.observed),
          Math.min(minimum, other.minimum),
          less.mean,
          less.baselineCallCost,
          least(loadedLeaf, other.loadedLeaf),
          least(serialized, other.serialized));
    }

    private static double least(double a, double b) {
      return DoubleStream.of(a, b).filter(value -> !Double.isNaN(value)).min().orElse(Double.NaN);
    }

    /** How much less overhead a busy method's intervals hold than empty ones. */
    private double overlap() {
      return Double.isNaN(loadedLeaf) ? 0 : Math.max(0, mean - baselineCallCost - loadedLeaf);
    }
  }

  /**
   * What a training has learnt.
   *
   * @param table of the thread that trained
   * @param mean by key, NaN where training met none
   * @param baselineCallCost by key
   * @param loadedLeaf by key, NaN where that was not measured
   * @param serialized by key, NaN where that was not measured
   * @param deferredPathDelta of all
   * @param probeCost see {@link #CalibrationStatistics}
   */
  public static CalibrationStatistics of(
      CategoryTable table,
      double[] mean,
      double[] baselineCallCost,
      double[] loadedLeaf,
      double[] serialized,
      DeferredPathDelta deferredPathDelta,
      double probeCost) {
    List<CategoryStatistic> categories = new ArrayList<>();
    for (int category = 0; category < table.count(); category++) {
      int key = Category.key(category);
      if (!Double.isNaN(mean[key]) && table.minimum(category) != KnownOverheads.UNKNOWN) {
        categories.add(
            new CategoryStatistic(
                key,
                table.observed(category),
                table.minimum(category),
                mean[key],
                baselineCallCost[key],
                loadedLeaf[key],
                serialized[key]));
      }
    }
    return new CalibrationStatistics(categories, deferredPathDelta, probeCost);
  }

  public List<CategoryStatistic> categories() {
    return categories;
  }

  public DeferredPathDelta deferredPathDelta() {
    return deferredPathDelta;
  }

  public double probeCost() {
    return probeCost;
  }

  /**
   * Whether a probe took more than a fifth longer in this calibration run than it takes now.
   *
   * @param presentProbeCost in the metric's unit; NaN where it is not known
   */
  public boolean areSlowerThan(double presentProbeCost) {
    return probeCost > MAX_PROBE_COST_RATIO * presentProbeCost;
  }

  public Convergence convergence() {
    return convergence;
  }

  /** These, of a training that came so far. */
  public CalibrationStatistics after(Convergence reached) {
    return new CalibrationStatistics(categories, deferredPathDelta, probeCost, reached);
  }

  /** As the runtime takes it, with guesses for the categories that no training met. */
  public KnownOverheads known() {
    double[] minimum = new double[Category.KEYS];
    double[] mean = new double[Category.KEYS];
    double[] baselineCallCost = new double[Category.KEYS];
    Arrays.fill(mean, Double.NaN);
    for (CategoryStatistic category : categories) {
      minimum[category.key] = category.minimum;
      mean[category.key] = category.mean;
      baselineCallCost[category.key] = category.baselineCallCost;
    }
    KnownOverheads known = CategoryFallback.fill(minimum, mean, baselineCallCost);
    for (CategoryStatistic category : categories) {
      known.setOverlap(category.key, category.overlap());
      known.setSerialized(category.key, category.serialized);
    }
    known.setDeferredPathDelta(deferredPathDelta.afterEntry, deferredPathDelta.afterExit);
    known.setProbeCost(probeCost);
    return known;
  }

  /**
   * These, with the intervals of a whole run added.
   *
   * @param observed by key
   * @param minimum by key, {@link KnownOverheads#UNKNOWN} where there were none
   */
  public CalibrationStatistics withRun(IntToLongFunction observed, IntToLongFunction minimum) {
    return new CalibrationStatistics(
        categories.stream()
            .map(
                category ->
                    new CategoryStatistic(
                        category.key,
                        category.observed + observed.applyAsLong(category.key),
                        Math.min(category.minimum, minimum.applyAsLong(category.key)),
                        category.mean,
                        category.baselineCallCost,
                        category.loadedLeaf,
                        category.serialized))
            .toList(),
        deferredPathDelta,
        probeCost,
        convergence);
  }

  /**
   * These, with what a later training on the same thread measured: of each category the smaller.
   */
  public CalibrationStatistics least(CalibrationStatistics later) {
    Map<Integer, CategoryStatistic> all = new LinkedHashMap<>();
    categories.forEach(category -> all.put(category.key, category));
    later.categories.forEach(
        category -> all.merge(category.key, category, CategoryStatistic::least));
    List<CategoryStatistic> least = List.copyOf(all.values());
    double leaves = (probeCostInLeaves() + later.probeCostInLeaves()) / 2;
    return new CalibrationStatistics(least, deferredPathDelta, leaves * meanOfLeaf(least));
  }

  /**
   * A sample's length, in empty leaves' intervals: what disturbed the training made both longer.
   */
  private double probeCostInLeaves() {
    return probeCost / meanOfLeaf(categories);
  }

  private static double meanOfLeaf(List<CategoryStatistic> categories) {
    return categories.stream()
        .filter(category -> category.key == Category.ofLeaf(Kind.C2_STATIC))
        .mapToDouble(CategoryStatistic::mean)
        .findAny()
        .orElse(Double.NaN);
  }

  /** Of several trainings, one after the other on the same thread, the medians. */
  public static CalibrationStatistics medians(List<CalibrationStatistics> trainings) {
    CalibrationStatistics last = trainings.get(trainings.size() - 1);
    List<CategoryStatistic> categories = new ArrayList<>();
    for (CategoryStatistic category : last.categories) {
      List<CategoryStatistic> all =
          trainings.stream()
              .flatMap(training -> training.categories.stream())
              .filter(other -> other.key == category.key)
              .toList();
      categories.add(
          new CategoryStatistic(
              category.key,
              category.observed,
              category.minimum,
              Quartiles.median(all.stream().mapToDouble(CategoryStatistic::mean)),
              Quartiles.median(all.stream().mapToDouble(CategoryStatistic::baselineCallCost)),
              Quartiles.median(all.stream().mapToDouble(CategoryStatistic::loadedLeaf)),
              Quartiles.median(all.stream().mapToDouble(CategoryStatistic::serialized))));
    }
    return new CalibrationStatistics(
        categories,
        last.deferredPathDelta,
        Quartiles.median(trainings.stream().mapToDouble(CalibrationStatistics::probeCost)));
  }

  /** Whether both trainings found the same means of all categories that they saw often. */
  public boolean agreesWith(CalibrationStatistics other) {
    double[] mean = new double[Category.KEYS];
    Arrays.fill(mean, Double.NaN);
    for (CategoryStatistic category : other.categories) {
      mean[category.key] = category.mean;
    }
    for (CategoryStatistic category : categories) {
      double difference = Math.abs(category.mean - mean[category.key]);
      if (category.observed >= WELL_OBSERVED
          && !(difference <= Math.max(AGREED_DIFFERENCE, AGREED_SHARE * category.mean))) {
        return false;
      }
    }
    return true;
  }
}
