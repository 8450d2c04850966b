package dev.tare.agent.budget;

/**
 * When the controller looks: after 0.5, 1, 2, 4 ... 64 seconds of the application's CPU time, and
 * every 64 seconds from then on. A program that goes on has, on the average, as much ahead as
 * behind it, so what a look costs is worth less and less.
 */
final class Looks {
  static final long SECOND = 1_000_000_000;
  private static final long FIRST = SECOND / 2;
  private static final long LONGEST = 64 * SECOND;

  /** The interval after {@link #surprised}. */
  private static final long AGAIN = 8 * SECOND;

  private long next = FIRST;
  private long interval = LONGEST;

  boolean isDue(long cpuNanos) {
    return cpuNanos >= next;
  }

  /** The next look, after one at this time; missed ones are not made up for. */
  void looked(long cpuNanos) {
    next = isEarly(cpuNanos) ? 2 * Math.max(cpuNanos, FIRST) : cpuNanos + interval;
    interval = Math.min(2 * interval, LONGEST);
  }

  /** Something changed late: the next looks come sooner. */
  void surprised() {
    interval = AGAIN;
  }

  /** Whether one look is enough to act on; later it takes two of three. */
  static boolean isEarly(long cpuNanos) {
    return cpuNanos < LONGEST;
  }
}
