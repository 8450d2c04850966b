package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.Quartiles;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.clock.Interruptions;
import dev.tare.runtime.clock.NativeReading;
import dev.tare.runtime.clock.Reading;
import java.util.function.LongSupplier;
import java.util.stream.DoubleStream;

/**
 * What the host of a virtual machine takes away: a thread that only reads the clock has gaps of
 * tens of microseconds, hundreds or thousands a second, which no counter of the kernel tells. They
 * hit probes as often as methods. Categories do not show them, as their means are of intervals
 * without gaps.
 *
 * @param clock in nanoseconds
 * @param runDelay for how much of it the present thread has waited for a processor
 */
record TakenAway(LongSupplier clock, LongSupplier runDelay) {
  /** Nanoseconds of a round without its gaps. */
  static final long ROUND = 2_000_000;

  /**
   * Measures it by the metric, as a part of the time that is left to the thread; 0 where the metric
   * is no time, and where gaps cannot be told from waiting for a processor.
   */
  static double ofMetric(CalibrationEffort effort) {
    LongSupplier runDelay = Interruptions.SOUGHT ? NativeReading::runDelay : () -> 0;
    return Reading.IS_TIME && Interruptions.areTold()
        ? new TakenAway(Reading::now, runDelay).measure(effort)
        : 0;
  }

  /** As a part of the time that is left; disturbed rounds do not count. */
  double measure(CalibrationEffort effort) {
    DoubleStream.Builder rounds = DoubleStream.builder();
    for (int i = 0; effort.goesOn(i); i++) {
      rounds.add((double) gaps() / ROUND);
    }
    return Quartiles.middleMean(rounds.build());
  }

  /** How long the gaps of a round are, less what the kernel tells of them. */
  private long gaps() {
    long waited = runDelay.getAsLong();
    long left = ROUND;
    long gaps = 0;
    long last = clock.getAsLong();
    while (left > 0) {
      long now = clock.getAsLong();
      long interval = now - last;
      last = now;
      if (interval < KnownOverheads.BEYOND_OVERHEAD) {
        left -= interval;
      } else {
        long before = waited;
        waited = runDelay.getAsLong();
        gaps += Math.max(0, interval - (waited - before));
        last = clock.getAsLong(); // Asking the kernel takes microseconds.
      }
    }
    return gaps;
  }
}
