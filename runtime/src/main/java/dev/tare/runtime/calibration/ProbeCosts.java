package dev.tare.runtime.calibration;

/**
 * What a calibration run tells beside categories, in the metric's unit.
 *
 * @param deltaAfterEntry how much less overhead an interval holds that began with an entry whose
 *     interval before was deferred; less than nothing where it is more, NaN where it is not known
 * @param deltaAfterExit the same after an exit
 * @param probeCost what {@link ProbeCostMonitor#sample} took; NaN where it is not known
 * @param overlap how much of a leaf's own work its interval does not show, at most; NaN where it is
 *     not known
 */
public record ProbeCosts(
    double deltaAfterEntry, double deltaAfterExit, double probeCost, double overlap) {
  /** Nothing of it. */
  public static final ProbeCosts NONE = new ProbeCosts(0, 0, Double.NaN, 0);
}
