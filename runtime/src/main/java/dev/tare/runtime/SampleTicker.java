package dev.tare.runtime;

import java.util.concurrent.locks.LockSupport;

/**
 * Sampled mode's clock: after each sampling period it advances one number, which every probe
 * compares with the one that its thread saw last. No list of threads is walked, so a million of
 * them cost nothing.
 */
public final class SampleTicker extends Thread {
  /**
   * How many periods have passed. Volatile, so that no compiler takes its reading out of a loop.
   */
  static volatile int epoch;

  private final long periodNanos;

  private SampleTicker(long periodNanos) {
    super(null, null, "tare-ticker", 0, false);
    this.periodNanos = periodNanos;
    setDaemon(true);
  }

  /**
   * Starts the clock for good, on a daemon thread of its own.
   *
   * @param periodNanos the sampling period in nanoseconds, 1 at least
   */
  public static void start(long periodNanos) {
    new SampleTicker(periodNanos).start();
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // One ticker writes it.
  public void run() {
    AgentWork.begin();
    long due = System.nanoTime();
    while (true) {
      due += periodNanos;
      long wait = due - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(wait);
      } else {
        due -= wait; // The machine is late: the periods that were missed are not made up for.
      }
      epoch++;
    }
  }
}
