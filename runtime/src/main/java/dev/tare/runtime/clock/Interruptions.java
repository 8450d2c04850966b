package dev.tare.runtime.clock;

import dev.tare.runtime.internal.UnsafeAccess;

/**
 * How long a thread was kept from running, though it wanted to: it waited for a processor, or the
 * JVM had stopped it to collect garbage. The part in a long interval is neither its method's nor
 * overhead, and the thread's tree has nodes of their own for it, below the root, so that nothing is
 * lost.
 *
 * <p>Without calibration a call's interruptions would be right where they are. With it, nearly all
 * of what a call of nanoseconds measures is overhead and is subtracted, and nearly all
 * interruptions hit that part; what they took stayed, a thousand times what the call does.
 *
 * <p>Only intervals of wall time have any, and only long ones are looked at. What the kernel
 * counted since the last look is given to the last interval, though short ones before may have had
 * some of it: so the sum over a run is right, and the methods nearly so.
 */
public final class Interruptions {
  /** The method of the node that stands for waiting for a processor. */
  public static final int SWITCHED_OUT = -3;

  /** The method of the node that stands for the JVM's collections. */
  public static final int COLLECTED = -4;

  /** Nanoseconds of a long interval; no collection is shorter. */
  public static final long LONG_INTERVAL = 20_000;

  /** Nanoseconds of an interval from which on the kernel is asked, which takes microseconds. */
  private static final long WORTH_ASKING = 1_000_000;

  private static final long UNKNOWN = -1;

  /** Whether intervals can have any. */
  public static final boolean SOUGHT = !Reading.IS_OF_THE_THREAD;

  private static volatile boolean runDelayIsReadable;

  private static volatile long[] collectionTimes = {};

  private static volatile boolean areSubtracted = true;

  private long seenRunDelay = UNKNOWN;
  private long seenCollections = UNKNOWN;

  /** What passed until now, of the current thread, does not count. */
  public void restart() {
    restartCollections();
    seenRunDelay = runDelayIsReadable ? NativeReading.runDelay() : UNKNOWN;
  }

  /** Collections until now do not count. */
  public void restartCollections() {
    seenCollections = collectionTimes.length == 0 ? UNKNOWN : collections();
  }

  /**
   * Says where they are to be read; until then there are none, and none in the first long interval
   * of a thread that was not {@linkplain #restart restarted} since.
   *
   * @param runDelay whether {@link NativeReading#runDelay} is there
   * @param collectionTimes addresses of counters of the nanoseconds in collections
   */
  public static void read(boolean runDelay, long[] collectionTimes) {
    if (runDelay) {
      NativeReading.runDelay(); // Linked now, by a class loader that may be woven later.
    }
    runDelayIsReadable = runDelay;
    Interruptions.collectionTimes = collectionTimes.clone();
  }

  /** Says that values are raw: interruptions are no waits, and stay where they fell. */
  public static void leaveInPlace() {
    areSubtracted = false;
  }

  /**
   * Whether intervals are known to hold no time without a processor: the metric does not count it,
   * or the kernel tells it.
   */
  public static boolean areTold() {
    return !SOUGHT || runDelayIsReadable;
  }

  /** Whether they are subtracted from what methods have. */
  public static boolean areSubtracted() {
    return areSubtracted;
  }

  /**
   * Nanoseconds of an interval, which ends now on the current thread, in collections. A thread that
   * sleeps loses nothing by one: so none where they were less than half of the interval.
   *
   * @param interval its length; where it is known, for how long of that the thread did not run
   */
  public long collected(long interval) {
    long collections = collections();
    long since = seenCollections < 0 ? 0 : collections - seenCollections;
    seenCollections = collectionTimes.length == 0 ? UNKNOWN : collections;
    return 2 * since < interval ? 0 : Math.min(since, interval);
  }

  /**
   * Nanoseconds of an interval, which ended just now on the current thread, without a processor.
   *
   * @param interval its length
   * @param stopped for how long of that the thread may have had none
   * @param end the reading at its end
   */
  public long switchedOut(long interval, long stopped, long end) {
    if (!isWorthAsking(interval, stopped) || !runDelayIsReadable) {
      return 0;
    }
    long runDelay = NativeReading.runDelay();
    return switchedOutOf(stopped, runDelay, Reading.now() - end);
  }

  /** Whether the kernel is asked: a stop need not be as long as the interval that it is in. */
  static boolean isWorthAsking(long interval, long stopped) {
    return interval >= WORTH_ASKING && stopped >= LONG_INTERVAL;
  }

  /**
   * The same at this count of the kernel. What was counted since the interval's end, because a
   * thread often loses its processor in a look, is left to the next interval, in which it passed.
   */
  long switchedOutOf(long stopped, long runDelay, long sinceEnd) {
    long counted = seenRunDelay < 0 || runDelay < 0 ? 0 : runDelay - seenRunDelay;
    long booked = Math.min(counted, stopped);
    seenRunDelay = runDelay - Math.min(counted - booked, sinceEnd);
    return booked;
  }

  private static long collections() {
    long sum = 0;
    for (long address : collectionTimes) {
      sum += UnsafeAccess.UNSAFE.getLong(address);
    }
    return sum;
  }
}
