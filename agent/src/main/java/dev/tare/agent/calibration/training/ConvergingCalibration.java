package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.runtime.thread.ProfilerSection;
import java.util.ArrayList;
import java.util.List;

/** Trains until the means stand still. For a JVM that does nothing else. */
final class ConvergingCalibration {
  /** Measurements whose medians are compared with the next so many. */
  private static final int BATCH = 8;

  /** With the start of the JVM it stays under 10 seconds. */
  private static final long MAX_NANOS = 7_500_000_000L;

  private final CalibrationEffort effort = CalibrationEffort.ofThisJvm(MAX_NANOS);
  private final CalibrationRun training;
  private final List<CalibrationStatistics> measured = new ArrayList<>();
  private boolean steady;

  ConvergingCalibration(Fingerprint.Subject subject, ProfilerSection work)
      throws ReflectiveOperationException {
    training = CalibrationRun.of(subject, work, effort);
  }

  /** Trains until it is steady, or time is up. */
  CalibrationStatistics train() {
    do {
      measured.add(training.measure());
      int count = measured.size();
      steady =
          count >= 2 * BATCH
              && last(BATCH)
                  .agreesWith(
                      CalibrationStatistics.medians(
                          measured.subList(count - 2 * BATCH, count - BATCH)));
    } while (!steady && effort.goesOn());
    return last(2 * BATCH);
  }

  private CalibrationStatistics last(int most) {
    int count = measured.size();
    return CalibrationStatistics.medians(measured.subList(Math.max(0, count - most), count));
  }

  /** Whether the last two batches agreed. */
  boolean isSteady() {
    return steady;
  }
}
