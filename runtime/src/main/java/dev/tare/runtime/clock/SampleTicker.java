package dev.tare.runtime.clock;

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
  public static volatile int epoch;

  /** When the last of them ended, by {@link System#nanoTime}. */
  public static volatile long tickedAt;

  private final long periodNanos;

  private final Runnable first;

  private SampleTicker(ThreadGroup group, long periodNanos, Runnable first) {
    super(group, null, "tare-ticker", 0, false);
    this.periodNanos = periodNanos;
    this.first = first;
    setDaemon(true);
  }

  /**
   * Starts the clock for good, on a daemon thread of its own.
   *
   * @param group of the profiler's threads
   * @param periodNanos the sampling period in nanoseconds, 1 at least
   * @param first what that thread runs first, so that its own calls are not recorded
   */
  public static void start(ThreadGroup group, long periodNanos, Runnable first) {
    new SampleTicker(group, periodNanos, first).start();
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // One ticker writes it.
  public void run() {
    first.run();
    long due = System.nanoTime();
    while (true) {
      due += periodNanos;
      long wait = due - System.nanoTime();
      if (wait > 0) {
        LockSupport.parkNanos(wait);
      } else {
        due -= wait; // The machine is late: the periods that were missed are not made up for.
      }
      tickedAt = System.nanoTime();
      epoch++;
    }
  }
}
