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
      kernels.warmUp(TrainingKernels.TURNS);
      TrainingKernels busy = TrainingKernels.busy();
      busy.warmUp(TrainingKernels.TURNS);
      return new IntervalTraining(work, kernels, busy);
    }
    kernels.warmUp(TrainingKernels.MORE_TURNS);
    return new CallTraining(work, kernels);
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
