package dev.tare.agent.calibration.model;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.calibration.KnownOverheads.Costs;
import java.util.List;
import java.util.function.IntToLongFunction;

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
      int key, long observed, long minimum, double mean, double baselineCallCost) {}

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
}
