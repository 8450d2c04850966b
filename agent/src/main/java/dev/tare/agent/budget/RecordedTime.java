package dev.tare.agent.budget;

/** CPU time that a program used while it was recorded. */
final class RecordedTime {
  private final ProgramView view;

  private int recording = ProgramView.NO_RECORDING;

  /** {@link ProgramView#cpuNanos} when it was asked last. */
  private long cpuNanos;

  private long nanos;

  RecordedTime(ProgramView view) {
    this.view = view;
  }

  /**
   * Adds what was used since the last call, if the same recording went on all the time.
   *
   * @return whether it did
   */
  boolean goesOn() {
    long cpuBefore = cpuNanos;
    cpuNanos = view.cpuNanos();
    int before = recording;
    recording = view.recording();
    boolean goesOn = recording != ProgramView.NO_RECORDING && recording == before;
    if (goesOn) {
      nanos += cpuNanos - cpuBefore;
    }
    return goesOn;
  }

  /** Whether the program was recorded at the last call. */
  boolean isRecorded() {
    return recording != ProgramView.NO_RECORDING;
  }

  /** Nanoseconds at the last call. */
  long nanos() {
    return nanos;
  }

  /** {@link ProgramView#cpuNanos} of this recording at which {@link #nanos} would have been 0. */
  long zeroNanos() {
    return cpuNanos - nanos;
  }
}
