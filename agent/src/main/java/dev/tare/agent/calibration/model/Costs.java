package dev.tare.agent.calibration.model;

import dev.tare.runtime.calibration.KnownOverheads;

/**
 * What a calibration run tells beside categories, in the metric's unit.
 *
 * @param probeCost as of {@link KnownOverheads}
 * @param overlap as of {@link KnownOverheads}
 * @param takenAway as of {@link KnownOverheads}; 0 where it is not known
 */
public record Costs(double probeCost, double overlap, double takenAway) {
  /** Nothing of it. */
  public static final Costs NONE = new Costs(Double.NaN, 0, 0);

  /** The same where no sample is to be compared with the calibration run's. */
  Costs withoutProbeCost() {
    return new Costs(Double.NaN, overlap, takenAway);
  }

  Costs withTakenAway(double other) {
    return new Costs(probeCost, overlap, other);
  }
}
