package dev.tare.report.analysis;

import dev.tare.profile.Profile;

/**
 * How far the values of a profile can be trusted, as far as it tells: by the overhead that was
 * taken off them. What varies from run to run is not in it.
 *
 * @param share the part of an overhead by which it may be wrong
 */
public record Uncertainty(double share) {
  /** Of profiles that do not say it. An assumption, not a measurement. */
  private static final double UNKNOWN = 0.1;

  /** That of a profile's calibration. */
  public static Uncertainty of(Profile profile) {
    double known = profile.calibration().uncertainty();
    return new Uncertainty(Double.isNaN(known) ? UNKNOWN : known);
  }

  /** The larger one of both. */
  public Uncertainty or(Uncertainty other) {
    return share < other.share ? other : this;
  }

  /** By how much a self value may be wrong that this overhead was taken off from. */
  public double of(long overhead) {
    return share * Math.abs((double) overhead);
  }
}
