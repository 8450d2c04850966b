package dev.tare.runtime.clock;

import org.jspecify.annotations.Nullable;

/**
 * For how long a thread waited: blocked, asleep, or for input and output. Only long intervals of
 * wall time are looked at: a wait worth telling takes microseconds at least, so the thread's CPU
 * clock is read at their end, and on no fast path.
 *
 * <p>Since the last such reading the thread was stopped for the wall time that passed, less its CPU
 * time. It is taken to have been stopped in the long interval and not in short ones before, for no
 * longer than the interval took; what is left counts in the next. So the sum over a thread is
 * right, and where a wait lies nearly so. Waits of less than {@link #LONG_INTERVAL} that add up
 * make shorter intervals looked at as well.
 *
 * <p>Written by the recorder's thread alone; others see what was not long ago.
 */
public final class ThreadWaits {
  /** Nanoseconds of an interval from which on the clock is read. */
  public static final long LONG_INTERVAL = 100_000;

  /** The same where shorter intervals have waited, too. */
  private static final long SHORTER_INTERVAL = Interruptions.LONG_INTERVAL;

  /** Nanoseconds that both clocks may be apart by. */
  private static final long NOISE = 2_000;

  /** Nanoseconds for which a reading of the CPU clock, which takes up to 1 us, is recent. */
  private static final long RECENT = 50_000;

  /** The value of a clock that cannot be read. */
  public static final long UNKNOWN = -1;

  private static volatile boolean isReadable;

  private static volatile @Nullable OtherThreads others;

  /** The CPU clocks of other threads. */
  public interface OtherThreads {
    /** CPU nanoseconds of the thread with this id, or {@link #UNKNOWN}. */
    long cpuNanos(long threadId);
  }

  /** The wall clock at the last look. */
  private long seenReading;

  /** The CPU clock then; 0, the thread's beginning, where it could not be read. */
  private long seenCpu;

  /** The wall clock when that was read. */
  private long cpuReadAt;

  /** Nanoseconds that the thread was stopped and that no interval has been given. */
  private long unassigned;

  private long threshold = LONG_INTERVAL;

  /** The waits of the current thread, from now on. */
  public ThreadWaits() {
    restart(Reading.now());
  }

  /**
   * Says that CPU clocks can be read.
   *
   * @param ofThread whether {@link NativeReading#cpuBySystemCall} is there
   */
  public static void read(boolean ofThread, OtherThreads ofOthers) {
    if (ofThread) {
      NativeReading.cpuBySystemCall(); // Linked now, by a class loader that may be woven later.
    }
    others = ofOthers;
    isReadable = ofThread;
  }

  /** Whether waiting is told from work. */
  public static boolean isKnown() {
    return isReadable;
  }

  /** What passed up to this reading, of the current thread, does not count. */
  public void restart(long reading) {
    seenReading = reading;
    cpuReadAt = reading;
    seenCpu = isReadable ? NativeReading.cpuBySystemCall() : 0;
    unassigned = 0;
  }

  /**
   * As {@link #restart}, for what happens many times a millisecond: a recent reading of the CPU
   * clock is kept. So up to {@value #RECENT} ns for which the carrier ran before it count as run by
   * this thread, and hide as much of a wait.
   */
  public void restartWithin(long reading) {
    if (reading - cpuReadAt >= RECENT) {
      restart(reading);
    } else {
      seenReading = reading;
      unassigned = 0;
    }
  }

  /** Nanoseconds of an interval, which ends now, that have passed since the last look. */
  public long lookedAfter(long interval, long now) {
    return Math.max(0, Math.min(interval, now - seenReading)); // What was excluded may be longer.
  }

  /**
   * Nanoseconds of an interval, which ends now on the current thread, in which it did not run, for
   * whatever reason; {@link #UNKNOWN} where the interval is too short to look.
   */
  public long stopped(long interval, long now) {
    if (interval < threshold || !isReadable) {
      return UNKNOWN;
    }
    look(now, NativeReading.cpuBySystemCall());
    long stopped = Math.min(unassigned, interval);
    threshold = unassigned - stopped > SHORTER_INTERVAL ? SHORTER_INTERVAL : LONG_INTERVAL;
    return stopped < NOISE ? 0 : stopped;
  }

  private void look(long now, long cpu) {
    long since = now - seenReading - (cpu - seenCpu);
    seenReading = now;
    cpuReadAt = now;
    seenCpu = cpu;
    // Less than nothing where the thread had run before its first interval.
    unassigned = Math.max(0, unassigned + since);
  }

  /**
   * The profiler's own work, which ends now and is in no interval. Where it took long, the CPU
   * clock is read at its end: what the work has used of it was not used by the intervals around it.
   * It is taken to have run all the time for which it had a processor.
   *
   * @param withoutProcessor for how much of it the thread is known not to have run
   */
  public void exclude(long nanos, long withoutProcessor) {
    if (nanos < SHORTER_INTERVAL) {
      return;
    }
    seenReading += nanos;
    if (isReadable) {
      long now = Reading.now();
      long cpu = NativeReading.cpuBySystemCall();
      seenCpu += Math.min(nanos - withoutProcessor, cpu - seenCpu);
      look(now, cpu);
    }
  }

  /** Gives an interval nanoseconds that the thread was stopped. */
  public void assign(long nanos) {
    unassigned -= nanos;
  }

  /**
   * Nanoseconds of an interval that is running, in which its thread has not run; asked by others.
   *
   * @param pending what has passed of it
   */
  public long stoppedOf(long threadId, long pending, long now) {
    OtherThreads clocks = others;
    if (pending < LONG_INTERVAL || !isReadable || clocks == null) {
      return 0;
    }
    long cpu = clocks.cpuNanos(threadId);
    if (cpu < 0) {
      return 0;
    }
    long stopped = unassigned + now - seenReading - (cpu - seenCpu);
    return stopped < LONG_INTERVAL ? 0 : Math.min(pending, stopped);
  }
}
