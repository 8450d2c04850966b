package dev.tare.runtime.clock;

/**
 * Whether a thread waited when a sampling period ended, for metrics that stand still while it
 * waits: their readings do not tell. The wall clock and the thread's CPU clock are read at the
 * first probe after each period.
 */
public final class WaitsAtPeriodEnds {
  /** The clocks at the last look. */
  private long seenWall;

  private long seenCpu;

  /** The CPU clock when work was charged last. */
  private long chargedCpu;

  /** Begins to look at the current thread. */
  public void restart() {
    if (ThreadWaits.isKnown()) {
      seenWall = System.nanoTime();
      seenCpu = NativeReading.cpuBySystemCall();
      chargedCpu = seenCpu;
    }
  }

  /**
   * Whether the current thread's last period ended in a wait, so that the period's work is to be
   * left for the next reading: the probe comes late, and the thread was stopped.
   *
   * @param most nanoseconds of work that are left at the most
   */
  public boolean leaveWork(long most) {
    if (!ThreadWaits.isKnown()) {
      return false;
    }
    long wall = System.nanoTime();
    long cpu = NativeReading.cpuBySystemCall();
    long stopped = wall - seenWall - (cpu - seenCpu);
    seenWall = wall;
    seenCpu = cpu;
    boolean isLate = wall - SampleTicker.tickedAt >= ThreadWaits.LONG_INTERVAL;
    if (isLate && stopped >= ThreadWaits.LONG_INTERVAL && cpu - chargedCpu <= most) {
      return true;
    }
    chargedCpu = cpu;
    return false;
  }
}
