package dev.tare.agent.calibration.model;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.List;

/**
 * What a calibration run measured, and a calstats file keeps; immutable.
 *
 * @param categories each of them once
 * @param costs what was measured beside them
 * @param dispersion the median over categories of the upper quartile of a category's means over the
 *     passes by the lower one, 1 or more; infinite where it is not known
 * @param convergence how far the run came
 */
public record CalibrationStatistics(
    List<CategoryStatistic> categories, Costs costs, double dispersion, Convergence convergence) {
  /** So many standard deviations of a normal distribution hold nine of ten values. */
  private static final double NINE_OF_TEN = 1.645;

  /** Standard deviation of what kernels of known cost keep, as a part of their overhead. */
  private static final double OF_ASSUMPTIONS = 0.06;

  /** What {@link #uncertainty} is where nothing but the assumptions makes it. */
  public static final double LEAST_UNCERTAINTY = NINE_OF_TEN * OF_ASSUMPTIONS;

  public CalibrationStatistics {
    categories = List.copyOf(categories);
  }

  /**
   * One category, with values in the metric's unit.
   *
   * @param key see {@link Category}
   * @param mean the mean interval on kernels
   * @param baselineCallCost what the calls in an interval cost without probes, solved for each pair
   *     of events over all kernels
   * @param count how many of them a pass has
   */
  public record CategoryStatistic(int key, double mean, double baselineCallCost, double count) {}

  /** As the runtime takes it. */
  public KnownOverheads known() {
    return new OverheadModel(categories).known(costs);
  }

  /**
   * The same as long as compilers have not seen the calls of {@code ProbeCostMonitor}: by them,
   * probes would take twice as long as they do.
   */
  public KnownOverheads knownWithoutDrift() {
    return new OverheadModel(categories).known(costs.withoutProbeCost());
  }

  /**
   * These, or an earlier run's of the same thread: the faster one, and the least that the host took
   * away, as whatever else the machine did added to both.
   */
  public CalibrationStatistics orBetter(CalibrationStatistics earlier) {
    CalibrationStatistics better = isBetter(earlier) ? this : earlier;
    double takenAway = Math.min(costs.takenAway(), earlier.costs.takenAway());
    return new CalibrationStatistics(
        better.categories,
        better.costs.withTakenAway(takenAway),
        better.dispersion,
        better.convergence);
  }

  private boolean isBetter(CalibrationStatistics earlier) {
    boolean knowsMore = Double.isNaN(earlier.costs.overlap());
    boolean isSlower = costs.probeCost() > earlier.costs.probeCost();
    boolean isAsFar = convergence.compareTo(earlier.convergence) <= 0;
    return isAsFar && convergence != Convergence.CUT && (knowsMore || !isSlower);
  }

  /**
   * By what part an overhead may be wrong that is subtracted by these, in nine of ten cases: by
   * what passes say of one category, by what the model says of different ones, and by what its
   * assumptions leave out.
   *
   * @return 0 or more; NaN where it is not known
   */
  public double uncertainty() {
    double ofModel = Math.hypot(new OverheadModel(categories).spread, OF_ASSUMPTIONS);
    double uncertainty = Math.hypot(dispersion - 1, NINE_OF_TEN * ofModel);
    return Double.isInfinite(uncertainty) ? Double.NaN : uncertainty;
  }
}
