package dev.tare.agent.budget;

/** CPU time that a program used while it was recorded. One thread ticks, any may ask for it. */
final class RecordedTime {
  private final ProgramView view;

  private volatile boolean isRunning;
  private int recording = ProgramView.NO_RECORDING;

  /** {@link ProgramView#cpuNanos} when it was asked last. */
  private long cpuNanos;

  private volatile long nanos;

  // At the last tick.
  private int tickRecording = ProgramView.NO_RECORDING;
  private long tickNanos;
  private long zeroNanos;

  RecordedTime(ProgramView view) {
    this.view = view;
  }

  /**
   * The next tick; the first one begins it.
   *
   * @return whether the same recording went on since the last tick
   */
  synchronized boolean goesOn() {
    addUp();
    isRunning = true;
    boolean goesOn = isRecorded(tickRecording);
    tickRecording = recording;
    tickNanos = nanos;
    zeroNanos = cpuNanos - nanos;
    return goesOn;
  }

  /** Adds what was used since this was called last, if one recording went on all the time. */
  private synchronized void addUp() {
    long cpuBefore = cpuNanos;
    cpuNanos = view.cpuNanos();
    int before = recording;
    recording = view.recording();
    if (isRecorded(before)) {
      nanos += cpuNanos - cpuBefore;
    }
  }

  private boolean isRecorded(int since) {
    return recording != ProgramView.NO_RECORDING && recording == since;
  }

  /** Whether the program was recorded at the last tick. */
  boolean isRecorded() {
    return tickRecording != ProgramView.NO_RECORDING;
  }

  /** Whether it has begun, and has not ended. */
  boolean isRunning() {
    return isRunning;
  }

  /** Ends it, with so many nanoseconds. */
  synchronized void end(long atNanos) {
    isRunning = false;
    nanos = atNanos;
  }

  /** Nanoseconds at the last tick. */
  long tickNanos() {
    return tickNanos;
  }

  /**
   * Nanoseconds by now, those of threads that have just ended included. Before the first tick 0: it
   * takes long to ask for the first time.
   */
  long nanos() {
    if (!isRunning) {
      return nanos;
    }
    synchronized (this) {
      if (isRunning) {
        addUp();
      }
      return nanos;
    }
  }

  /** {@link ProgramView#cpuNanos} of this recording at which the time would have been 0. */
  long zeroNanos() {
    return zeroNanos;
  }
}
