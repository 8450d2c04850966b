package dev.tare.agent.calibration.model;

import dev.tare.runtime.calibration.ProbeCostMonitor;

/**
 * What a calibration run tells beside categories, in the metric's unit.
 *
 * @param deltaAfterEntry how much less overhead an interval holds that began with an entry whose
 *     interval before was deferred; less than nothing where it is more
 * @param deltaAfterExit the same after an exit
 * @param probeCost what {@link ProbeCostMonitor#sample} took in the calibration run; NaN: not known
 * @param overlap how much of a leaf's own work its interval does not show, at most; NaN: not known
 */
public record Costs(
    double deltaAfterEntry, double deltaAfterExit, double probeCost, double overlap) {
  /** Nothing of it. */
  public static final Costs NONE = new Costs(0, 0, Double.NaN, 0);
}
