package dev.tare.runtime.clock;

import java.util.concurrent.locks.LockSupport;

/**
 * Sampled mode's clock: after each sampling period it advances one number, which every probe
 * compares with the one that its thread saw last. No list of threads is walked, so a million of
 * them cost nothing.
 *
 * <p>Periods last from a half to one and a half of what was asked for, at random. Of equal ones, a
 * thread that does something every 10 ms would be met at the same place each time.
 */
public final class SampleTicker implements Runnable {
  /**
   * How many periods have passed. Volatile, so that no compiler takes its reading out of a loop.
   */
  public static volatile int epoch;

  /** When the last of them ended, by {@link System#nanoTime}. */
  public static volatile long tickedAt;

  /** The mean sampling period in nanoseconds: the default one until a clock runs. */
  public static volatile long period = 10_000_000;

  private final long periodNanos;

  private final Runnable first;

  /**
   * A clock that runs for good, on a thread of its own.
   *
   * @param periodNanos the mean sampling period in nanoseconds, 1 at least
   * @param first what that thread runs first, so that its own calls are not recorded
   */
  public SampleTicker(long periodNanos, Runnable first) {
    this.periodNanos = periodNanos;
    this.first = first;
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // One ticker writes it.
  public void run() {
    first.run();
    period = periodNanos;
    long due = System.nanoTime();
    long random = due;
    while (true) {
      random = random * 6364136223846793005L + 1442695040888963407L; // Knuth, MMIX.
      due += periodNanos / 2 + (long) (periodNanos * (random >>> 11) * 0x1p-53);
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
