package dev.tare.agent.snapshot;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.profile.CalibrationTable;

/**
 * How overhead is found, as a profile says it; see {@link CalibrationTable}.
 *
 * @param policy when it is subtracted
 * @param source where the overheads are known from
 * @param training how far the training came that they are from
 * @param uncertainty by what part an overhead may be wrong; NaN where it is not known
 */
public record CalibrationSource(String policy, String source, String training, double uncertainty) {
  /** Of a run of which nothing is known yet. */
  public static CalibrationSource unknown(String policy) {
    return new CalibrationSource(policy, "", "", Double.NaN);
  }

  /** Of a run in which all that is subtracted has the prices of the budget. */
  public static CalibrationSource ofBudget(String policy) {
    return new CalibrationSource(policy, "budget", "", CalibrationStatistics.LEAST_UNCERTAINTY);
  }

  /** Of a run with these statistics. */
  public static CalibrationSource of(
      String policy, String source, CalibrationStatistics statistics) {
    String training = statistics.convergence().key();
    return new CalibrationSource(policy, source, training, statistics.uncertainty());
  }
}
