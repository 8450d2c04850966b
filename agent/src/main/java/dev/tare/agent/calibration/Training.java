package dev.tare.agent.calibration;

import dev.tare.runtime.AgentWork;

/** Learns from the trainer's kernels, on the thread that it was made on, what probes cost. */
interface Training {
  /** Beyond it others used the machine too much for the statistics to serve another run. */
  double MOST_UNSTEADINESS = 1.25;

  /**
   * A training on the current thread, its kernels compiled.
   *
   * @param work in whose time the thread is
   */
  static Training of(Fingerprint.Subject subject, AgentWork work)
      throws ReflectiveOperationException {
    TrainingKernels kernels = TrainingKernels.empty();
    if (subject.readsAtEveryProbe()) {
      DeferralTraining deferral = new DeferralTraining(work, kernels);
      kernels.warmUp(TrainingKernels.TURNS, TrainingKernels.MORE_TURNS, deferral::deferred);
      TrainingKernels busy = TrainingKernels.busy();
      busy.warmUp(TrainingKernels.TURNS, TrainingKernels.MORE_TURNS, () -> {});
      return new IntervalTraining(work, kernels, busy, deferral);
    }
    kernels.warmUp(TrainingKernels.MORE_TURNS, TrainingKernels.MORE_TURNS, () -> {});
    return new CallTraining(work, kernels);
  }

  /**
   * Has the probes compiled, as a training does on its way, where none is needed. Else compilers
   * meet what follows a thread's first intervals only when the first thread comes so far, throw
   * away what they have made of the probes, and these take ten times as long for a while: which no
   * category tells.
   */
  static void warmUp(Fingerprint.Subject subject, AgentWork work)
      throws ReflectiveOperationException {
    if (subject.readsAtEveryProbe()) {
      TrainingKernels kernels = TrainingKernels.empty();
      kernels.warmUp(TrainingKernels.TURNS, 0, new DeferralTraining(work, kernels)::deferred);
    }
  }

  /** Measures; each time anew. */
  TrainedOverheads measure();

  /**
   * The upper quartile of what the last measurement's rounds said, over the lower: the median of
   * all well measured values.
   */
  double unsteadiness();

  /** Whether the rounds of the last measurement agreed so well that it deserves to be kept. */
  default boolean wasSteady() {
    return unsteadiness() <= MOST_UNSTEADINESS;
  }
}
