package dev.tare.agent.calibration.model;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.DoubleStream;

/**
 * What a calibration run measured, and a calstats file keeps; immutable.
 *
 * @param categories each of them once
 * @param costs what was measured beside them
 * @param dispersion of a category's mean from pass to pass, that of the median category: the upper
 *     quartile by the lower, 1 or more; infinite where it is not known
 * @param convergence how far the run came
 */
public record CalibrationStatistics(
    List<CategoryStatistic> categories, Costs costs, double dispersion, Convergence convergence) {
  /** The distance of a normal distribution's quartiles in standard deviations. */
  private static final double QUARTILE_DISTANCE = 1.349;

  public CalibrationStatistics {
    categories = List.copyOf(categories);
  }

  /**
   * What is measured beside categories, in the metric's unit; as {@link KnownOverheads} has it.
   *
   * @param probeCost NaN where there was none
   * @param serializedLeaf NaN where there was none
   */
  public record Costs(
      double deltaAfterEntry, double deltaAfterExit, double probeCost, double serializedLeaf) {
    /** Nothing of it. */
    public static final Costs NONE = new Costs(0, 0, Double.NaN, Double.NaN);
  }

  /**
   * One category, with values in the metric's unit.
   *
   * @param key see {@link Category}
   * @param observed intervals seen
   * @param minimum the smallest of them
   * @param mean the mean of those that held nothing but bare calls
   * @param baselineCallCost what of it the bare calls cost without instrumentation, as far as the
   *     kernels tell
   */
  public record CategoryStatistic(
      int key, long observed, long minimum, double mean, double baselineCallCost) {
    private CategoryStatistic least(CategoryStatistic other) {
      CategoryStatistic less = other.mean < mean ? other : this;
      return new CategoryStatistic(
          key,
          Math.max(observed, other.observed),
          Math.min(minimum, other.minimum),
          less.mean,
          less.baselineCallCost);
    }
  }

  /**
   * What a complete run measured.
   *
   * @param table of the thread that made it
   * @param mean by key, NaN where there was none
   * @param baselineCallCost by key
   */
  public static CalibrationStatistics of(
      CategoryTable table,
      double[] mean,
      double[] baselineCallCost,
      Costs costs,
      double dispersion) {
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
                baselineCallCost[key]));
      }
    }
    return new CalibrationStatistics(categories, costs, dispersion, Convergence.COMPLETE);
  }

  /** These, of a run that came so far. */
  public CalibrationStatistics after(Convergence reached) {
    return new CalibrationStatistics(categories, costs, dispersion, reached);
  }

  /** As the runtime takes it. */
  public KnownOverheads known() {
    return new OverheadModel(categories).known(costs);
  }

  /**
   * By what part an overhead may be wrong that is subtracted by these: two standard deviations, of
   * what passes say of one category and of what the model says of different ones.
   *
   * @return 0 or more; NaN where it is not known
   */
  public double uncertainty() {
    double ofPasses = (dispersion - 1) / QUARTILE_DISTANCE;
    double uncertainty = 2 * Math.hypot(ofPasses, new OverheadModel(categories).spread());
    return Double.isInfinite(uncertainty) ? Double.NaN : uncertainty;
  }

  /**
   * These, with the intervals of a whole run added.
   *
   * @param observed by key
   * @param minimum by key, {@link KnownOverheads#UNKNOWN} where there were none
   */
  public CalibrationStatistics withRun(IntToLongFunction observed, IntToLongFunction minimum) {
    List<CategoryStatistic> added =
        categories.stream()
            .map(
                category ->
                    new CategoryStatistic(
                        category.key,
                        category.observed + observed.applyAsLong(category.key),
                        Math.min(category.minimum, minimum.applyAsLong(category.key)),
                        category.mean,
                        category.baselineCallCost))
            .toList();
    return new CalibrationStatistics(added, costs, dispersion, convergence);
  }

  /**
   * The smaller values of these and of a later run on the same thread: whatever else the machine
   * did made them longer. The probe cost goes with the leaf's interval.
   */
  public CalibrationStatistics least(CalibrationStatistics later) {
    Map<Integer, CategoryStatistic> all = new LinkedHashMap<>();
    categories.forEach(category -> all.put(category.key, category));
    later.categories.forEach(
        category -> all.merge(category.key, category, CategoryStatistic::least));
    List<CategoryStatistic> least = List.copyOf(all.values());
    double probeCostInLeaves = (probeCostInLeaves() + later.probeCostInLeaves()) / 2;
    return new CalibrationStatistics(
        least,
        new Costs(
            costs.deltaAfterEntry(),
            costs.deltaAfterExit(),
            probeCostInLeaves * meanOfLeaf(least),
            least(costs.serializedLeaf(), later.costs.serializedLeaf())),
        Math.max(dispersion, later.dispersion),
        convergence);
  }

  /** A sample's length by an empty leaf's interval: what disturbed the run made both longer. */
  private double probeCostInLeaves() {
    return costs.probeCost() / meanOfLeaf(categories);
  }

  private static double meanOfLeaf(List<CategoryStatistic> categories) {
    return categories.stream()
        .filter(category -> category.key == Category.ofLeaf(Kind.C2_STATIC))
        .mapToDouble(CategoryStatistic::mean)
        .findAny()
        .orElse(Double.NaN);
  }

  private static double least(double a, double b) {
    return DoubleStream.of(a, b).filter(value -> !Double.isNaN(value)).min().orElse(Double.NaN);
  }
}
