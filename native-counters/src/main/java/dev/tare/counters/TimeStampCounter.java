package dev.tare.counters;

import dev.tare.runtime.clock.NativeReading;

/**
 * How long a tick of the processor's time-stamp counter is, in nanoseconds of {@link
 * System#nanoTime}.
 *
 * <p>It is measured between two moments, each known to within a few tens of nanoseconds; over 20 ms
 * that is one part in a million. The kernel slews its clock by up to 500 parts in a million while
 * it follows a time server (adjtimex(2)), at most a few of them in normal running: that is the
 * error to reckon with over hours.
 */
final class TimeStampCounter {
  private static final long APART_NANOS = 20_000_000;
  private static final int TRIES = 20;

  private static boolean scaled;

  private TimeStampCounter() {}

  /** One moment on both clocks. */
  private record Moment(long nanos, long ticks) {}

  /** Whether it ticks at one rate, at every clock speed and in every sleep of the processor. */
  static boolean isSteady() {
    return System.getProperty("os.arch", "").equals("aarch64")
        || PerfSettings.processorsHave("constant_tsc", "nonstop_tsc");
  }

  /** Measures the tick, for 20 ms, and tells the native readings; the first time only. */
  static synchronized void scale() {
    if (!scaled) {
      NativeReading.scaleTimeStamp(measure());
      scaled = true;
    }
  }

  /** Nanoseconds times 2^32. */
  private static long measure() {
    Moment first = moment();
    while (System.nanoTime() - first.nanos() < APART_NANOS) {
      Thread.onSpinWait();
    }
    Moment second = moment();
    double nanosPerTick =
        (double) (second.nanos() - first.nanos()) / (second.ticks() - first.ticks());
    return Math.round(nanosPerTick * (1L << 32));
  }

  /** The narrowest of some tries: nothing came between the two clocks. */
  private static Moment moment() {
    long narrowest = Long.MAX_VALUE;
    Moment moment = new Moment(0, 0);
    for (int i = 0; i < TRIES; i++) {
      long before = System.nanoTime();
      long ticks = NativeReading.timeStamp();
      long width = System.nanoTime() - before;
      if (width < narrowest) {
        narrowest = width;
        moment = new Moment(before + width / 2, ticks);
      }
    }
    return moment;
  }
}
