package dev.tare.counters;

import java.util.Optional;

/**
 * What one reading costs on this machine now, and how fine it is.
 *
 * @param nanos wall nanoseconds of one reading in compiled code: the least of some rounds
 * @param step the smallest difference, not zero, between two values, in the metric's unit
 */
record ReadingCost(double nanos, long step) {
  private static final int ROUNDS = 7;
  private static final int READINGS = 20_000;
  private static final long MAX_ROUND_NANOS = 5_000_000;

  /** Measures it on a thread of its own, since a thread has one counter at most, for good. */
  static ReadingCost measure(MetricSource source) {
    Optional<CounterService> service = source.threadCounters(warning -> {});
    service.ifPresent(counters -> counters.start(() -> {}));
    Measurement measurement = new Measurement(source);
    Thread thread = new Thread(null, measurement, "tare-measurement", 0, false);
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    service.ifPresent(CounterService::stop);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return new ReadingCost(measurement.nanos, measurement.step);
  }

  /** Its results may be read when its thread has ended. */
  private static final class Measurement implements Runnable {
    private final MetricSource source;
    private double nanos = Double.MAX_VALUE;
    private long step = Long.MAX_VALUE;

    Measurement(MetricSource source) {
      this.source = source;
    }

    @Override
    public void run() {
      for (int i = 0; i < ROUNDS; i++) {
        round();
      }
      if (!source.unit().equals("ns")) {
        step = 1;
      }
    }

    private void round() {
      long last = source.read();
      long start = System.nanoTime();
      long elapsed = 0;
      int readings = 0;
      while (readings < READINGS && elapsed < MAX_ROUND_NANOS) {
        for (int i = 0; i < 100; i++) {
          long now = source.read();
          if (now > last && now - last < step) {
            step = now - last;
          }
          last = now;
        }
        readings += 100;
        elapsed = System.nanoTime() - start;
      }
      nanos = Math.min(nanos, (double) elapsed / readings);
    }
  }
}
