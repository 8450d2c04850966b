package dev.tare.agent.budget;

import java.util.Arrays;

/**
 * How much more work the program did in one stretch than in another, by its anchors: methods that
 * had probes in both, whose calls are exact. It is the median of their ratios, because single
 * anchors may be called for work that only one of the two stretches does.
 *
 * @param log natural logarithm of the ratio
 * @param deviation how far single anchors are from it: the standard deviation of their logarithms
 * @param anchors how many there were
 */
record AnchorRatio(double log, double deviation, int anchors) {
  /** Only the most called methods are anchors: those with few calls add noise. */
  static final int MAX_ANCHORS = 200;

  /** With fewer anchors, the median says nothing. */
  static final int MIN_ANCHORS = 5;

  /** With fewer calls in a stretch, a ratio is mostly chance. */
  static final int MIN_CALLS = 20;

  /** Anchors call one another: at most so many of them count as independent. */
  private static final int INDEPENDENT = 25;

  /** Standard deviation / median distance from the median, of a normal distribution. */
  private static final double NORMAL = 1.4826;

  /** Standard error of a median / that of a mean, for a normal distribution. */
  private static final double OF_MEDIAN = 1.2533;

  /** Standard error of {@link #log}. */
  double error() {
    return OF_MEDIAN * deviation / Math.sqrt(Math.min(anchors, INDEPENDENT));
  }

  /** Whether there were enough anchors. */
  boolean isKnown() {
    return anchors >= MIN_ANCHORS;
  }

  /**
   * The ratio of the second stretch to the first.
   *
   * @param before calls by method in the first stretch; negative for a method without a probe
   * @param after the same in the second, at least as long
   */
  static AnchorRatio of(long[] before, long[] after) {
    long least = leastCalls(before, after);
    double[] logs = new double[before.length];
    int count = 0;
    for (int method = 0; method < before.length; method++) {
      if (Math.min(before[method], after[method]) >= least) {
        logs[count++] = Math.log((double) after[method] / before[method]);
      }
    }
    if (count < MIN_ANCHORS) {
      return new AnchorRatio(Double.NaN, Double.NaN, count);
    }
    double median = median(logs, count);
    double[] distances = new double[count];
    for (int i = 0; i < count; i++) {
      distances[i] = Math.abs(logs[i] - median);
    }
    double deviation = NORMAL * median(distances, count);
    return new AnchorRatio(median, deviation, count);
  }

  /** The calls that the least called of the most called anchors has. */
  private static long leastCalls(long[] before, long[] after) {
    long[] calls = new long[before.length];
    for (int method = 0; method < before.length; method++) {
      calls[method] = Math.min(before[method], after[method]);
    }
    Arrays.sort(calls);
    long least = calls.length > MAX_ANCHORS ? calls[calls.length - MAX_ANCHORS] : 0;
    return Math.max(least, MIN_CALLS);
  }

  private static double median(double[] values, int count) {
    Arrays.sort(values, 0, count);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
  }
}
