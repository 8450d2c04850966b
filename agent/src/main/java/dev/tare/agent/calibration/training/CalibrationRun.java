package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.runtime.thread.ProfilerSection;

/** Learns from the trainer's kernels, on the thread that it was made on, what probes cost. */
interface CalibrationRun {
  /**
   * A run on the current thread.
   *
   * @param work in whose time the thread is
   * @param effort how much of it there may be
   */
  static CalibrationRun of(
      Fingerprint.Subject subject, ProfilerSection work, CalibrationEffort effort)
      throws ReflectiveOperationException {
    CalibrationKernels kernels = new CalibrationKernels(effort);
    return subject.readsAtEveryProbe()
        ? new IntervalCalibration(work.recorder(), kernels, effort)
        : new CallCalibration(work.recorder(), kernels, effort);
  }

  /**
   * Has the probes compiled. Else an application's own calls have them compiled, and meet probes
   * longer that take ten times as long.
   *
   * @param plainTurns as {@link CalibrationKernels#warmUp} takes them
   */
  void warmUp(int plainTurns);

  /** Measures. */
  CalibrationStatistics measure();
}
