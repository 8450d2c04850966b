package dev.tare.runtime.tree;

import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.internal.UnsafeAccess;

/**
 * What threads that ended had behind their last sampling period. Threads that live for less than a
 * period have most of their time there, in methods that no reading can tell. So the next threads
 * are taken to do the same work, and the first period of each, which it began within, is filled
 * with this. A method has as large a part of the periods' ends as of the threads' time, so that the
 * sums over many threads are right.
 */
public final class EndedThreads {
  private static final int WORK = 0;
  private static final int WAITING = 1;

  /** In the metric's unit; waiting is in nanoseconds. */
  private static final long[] LEFT = new long[2];

  private EndedThreads() {}

  /** Leaves this to threads whose first period has not ended. */
  static void leave(long work, long waiting) {
    add(WORK, work);
    add(WAITING, waiting);
  }

  /**
   * Takes what was left, until a period is full. How much of a counter that would be is not known:
   * of that all is taken.
   *
   * @param waiting whether to take waiting, not work
   * @param present what the period has
   */
  static long take(boolean waiting, long present) {
    int kind = waiting ? WAITING : WORK;
    long most = Reading.IS_TIME ? SampleTicker.period - present : Long.MAX_VALUE;
    long taken = Math.min(LEFT[kind], most);
    while (taken > 0 && add(kind, -taken) < taken) { // Another thread was faster.
      add(kind, taken);
      taken = Math.min(LEFT[kind], most);
    }
    return Math.max(0, taken);
  }

  /** Returns what was there before. */
  private static long add(int kind, long amount) {
    return UnsafeAccess.UNSAFE.getAndAddLong(
        LEFT, UnsafeAccess.LONGS + (long) kind * Long.BYTES, amount);
  }
}
