package dev.tare.agent.budget;

/**
 * When a stretch begins and when the controller looks at it, in CPU time of the application: after
 * 0.5, 1, 2, 4 ... 64 seconds, and every 64 seconds from then on. A program that goes on has, on
 * the average, as much ahead as behind it, so what a look costs is worth less and less.
 */
final class Looks {
  static final long SECOND = 1_000_000_000;

  /** Shorter stretches are not measured: clocks of threads tick in 10 ms on some systems. */
  static final long MIN_STRETCH_NANOS = SECOND / 10;

  private static final long FIRST = SECOND / 2;
  private static final long LONGEST = 64 * SECOND;

  /** The interval after {@link #surprised}. */
  private static final long AGAIN = 8 * SECOND;

  /** After a batch the compilers have this share of the time so far to come to rest. */
  private static final double SETTLING = 0.15;

  private long next = FIRST;
  private long interval = LONGEST;

  /** When the stretch began; while the compilers come to rest, when it is to begin. */
  private long begin;

  private boolean isSettling;

  /** Whether the compilers have come to rest after a batch, so that a stretch begins. */
  boolean isSettled(long cpuNanos) {
    return isSettling && cpuNanos >= begin;
  }

  /** A stretch begins, after a batch or with a recording, unless the compilers still settle. */
  void begins(long cpuNanos) {
    if (cpuNanos >= begin) {
      begin = cpuNanos;
      isSettling = false;
    }
  }

  /** Whether a look is due, at a stretch that is long enough. */
  boolean isDue(long cpuNanos) {
    return !isSettling && cpuNanos >= next && cpuNanos - begin >= MIN_STRETCH_NANOS;
  }

  /** A look at this time ends a stretch, and begins the next one; missed ones are not made up. */
  void looked(long cpuNanos) {
    begin = cpuNanos;
    next = isEarly(cpuNanos) ? 2 * Math.max(cpuNanos, FIRST) : cpuNanos + interval;
    interval = Math.min(2 * interval, LONGEST);
  }

  /** Something changed late: the next looks come sooner. */
  void surprised() {
    interval = AGAIN;
  }

  /**
   * A batch was woven. The next stretch begins when the compilers have come to rest. It lasts as
   * long as one after {@link #surprised}, or longer: a look after a batch may lead to another.
   */
  void changed(long cpuNanos) {
    begin = cpuNanos + (long) (SETTLING * cpuNanos);
    isSettling = true;
    if (!isEarly(cpuNanos)) {
      next = Math.max(next, begin + AGAIN);
    }
  }

  /** Whether one look is enough to act on; later it takes two of three. */
  static boolean isEarly(long cpuNanos) {
    return cpuNanos < LONGEST;
  }
}
