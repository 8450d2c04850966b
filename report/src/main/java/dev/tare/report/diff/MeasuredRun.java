package dev.tare.report.diff;

import dev.tare.profile.Profile;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.Uncertainty;

/**
 * A run to be compared.
 *
 * @param profile as it was asked for
 * @param uncertainty by how much values of what was asked for may be wrong; of the methods before
 *     they were grouped or left out, since calls within a group are none
 * @param areCallers whether the children of its trees are callers
 */
public record MeasuredRun(Profile profile, Uncertainty uncertainty, boolean areCallers) {
  /** A run whose methods are compared as they are. */
  public static MeasuredRun of(Profile profile) {
    return new MeasuredRun(profile, Uncertainty.of(profile), false);
  }

  /** What its methods add up to. */
  MethodTotals totals() {
    return areCallers
        ? MethodTotals.ofCallers(profile)
        : MethodTotals.of(profile, profile.threads());
  }
}
