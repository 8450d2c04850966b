package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.runtime.thread.ProfilerSection;

/** Learns from the trainer's kernels, on the thread that it was made on, what probes cost. */
interface CalibrationRun {
  /** Beyond it others used the machine too much for the statistics to serve another run. */
  double MAX_DISPERSION = 1.25;

  /**
   * A training on the current thread, its kernels compiled.
   *
   * @param work in whose time the thread is
   * @param effort how much of it there may be
   */
  static CalibrationRun of(
      Fingerprint.Subject subject, ProfilerSection work, CalibrationEffort effort)
      throws ReflectiveOperationException {
    CalibrationKernels kernels = new CalibrationKernels();
    if (subject.readsAtEveryProbe()) {
      DeferralCalibration deferral = new DeferralCalibration(work, kernels, effort);
      kernels.warmUp(
          effort, CalibrationKernels.TURNS, CalibrationKernels.MORE_TURNS, deferral::deferred);
      return new IntervalCalibration(work, kernels, deferral, effort);
    }
    kernels.warmUp(effort, CalibrationKernels.MORE_TURNS, CalibrationKernels.MORE_TURNS, () -> {});
    return new CallCalibration(work, kernels, effort);
  }

  /**
   * Has the probes compiled, as a training does on its way, where none is needed. Else compilers
   * meet what follows a thread's first intervals only when the first thread comes so far, throw
   * away what they have made of the probes, and these take ten times as long for a while: which no
   * category tells.
   */
  static void warmUp(Fingerprint.Subject subject, ProfilerSection work, CalibrationEffort effort)
      throws ReflectiveOperationException {
    if (subject.readsAtEveryProbe()) {
      CalibrationKernels kernels = new CalibrationKernels();
      kernels.warmUp(
          effort,
          CalibrationKernels.TURNS,
          0,
          new DeferralCalibration(work, kernels, effort)::deferred);
    }
  }

  /** Measures; each time anew. */
  CalibrationStatistics measure();

  /**
   * The upper quartile of what the last measurement's rounds said, over the lower: the median of
   * all well measured values.
   */
  double dispersion();

  /** Whether the rounds of the last measurement agreed so well that it deserves to be kept. */
  default boolean wasSteady() {
    return dispersion() <= MAX_DISPERSION;
  }
}
