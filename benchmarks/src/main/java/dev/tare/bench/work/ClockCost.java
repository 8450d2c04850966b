package dev.tare.bench.work;

import java.util.Arrays;

/**
 * What the units cost in which other costs are told: a reading of the clock, a turn of {@link
 * Weight}'s loop.
 */
final class ClockCost {
  private static final int BATCHES = 31;
  private static final int BATCH = 20_000;
  private static final int SHORT_LOOP = 20_000;
  private static final int LONG_LOOP = 120_000;

  private ClockCost() {}

  /** Nanoseconds of one {@link System#nanoTime}: median of {@value #BATCHES} batches. */
  static double nanoTimeNanos() {
    double[] costs = new double[BATCHES];
    for (int batch = 0; batch < BATCHES; batch++) {
      long start = System.nanoTime();
      long end = start;
      for (int call = 0; call < BATCH; call++) {
        end = System.nanoTime();
      }
      costs[batch] = (end - start) / (double) BATCH;
    }
    return median(costs);
  }

  /**
   * Nanoseconds of one turn of {@link Weight}'s loop: median of the differences of two loop
   * lengths.
   */
  static double turnNanos() {
    double[] costs = new double[BATCHES];
    long value = 1;
    for (int batch = 0; batch < BATCHES; batch++) {
      long start = System.nanoTime();
      value = turns(value, SHORT_LOOP);
      long between = System.nanoTime();
      value = turns(value, LONG_LOOP);
      long end = System.nanoTime();
      costs[batch] = ((end - between) - (between - start)) / (double) (LONG_LOOP - SHORT_LOOP);
    }
    if (value == 0) {
      throw new IllegalStateException("the loop's value is never 0, and is used here");
    }
    return median(costs);
  }

  private static long turns(long seed, int turns) {
    long value = seed;
    for (int turn = 0; turn < turns; turn++) {
      value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
    }
    return value;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
