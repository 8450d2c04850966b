package dev.tare.report.diff;

import java.util.stream.IntStream;

/**
 * How fast the machine was in each run, and by how much a method follows it: code that waits for
 * memory does where others use the memory, code that waits for its own multiplications does not. An
 * analysis of covariance: what a method takes against the pace, by one slope for both sides.
 */
final class Pace {
  private final double[] logs;
  private final int before;
  private final double distance;
  private final double squares;

  /**
   * Paces of runs, of which those of one side come first.
   *
   * @param paces what a run took against the mean of all, 1 for the mean
   * @param before how many runs are of the first side
   */
  Pace(double[] paces, int before) {
    logs = IntStream.range(0, paces.length).mapToDouble(run -> Math.log(paces[run])).toArray();
    this.before = before;
    distance = mean(logs, before, logs.length) - mean(logs, 0, before);
    squares = products(logs);
  }

  /**
   * By which power of the pace a method's values change within the sides: 0 for not at all, 1 for
   * as others do, and no less and no more than these.
   *
   * @param values of each run, above 0
   */
  double slope(double[] values) {
    double[] y = IntStream.range(0, values.length).mapToDouble(r -> Math.log(values[r])).toArray();
    return squares == 0 ? 1 : Math.min(1, Math.max(0, products(y) / squares));
  }

  /** A value of a run, as it had been at the mean pace. */
  double evened(double value, int run, double slope) {
    return value / Math.exp(slope * logs[run]);
  }

  /** How much slower the runs after were, as a difference of logarithms. */
  double distance() {
    return distance;
  }

  /** What a slope that is not known exactly adds to the variance of a difference of the sides. */
  double leverage() {
    return squares == 0 ? 0 : distance * distance / squares;
  }

  /** The sum of the products of deviations from the side's mean, with those of the pace. */
  private double products(double[] y) {
    return products(y, 0, before) + products(y, before, logs.length);
  }

  private double products(double[] y, int from, int to) {
    double mean = mean(logs, from, to);
    double meanOfY = mean(y, from, to);
    double sum = 0;
    for (int run = from; run < to; run++) {
      sum += (logs[run] - mean) * (y[run] - meanOfY);
    }
    return sum;
  }

  private static double mean(double[] values, int from, int to) {
    return IntStream.range(from, to).mapToDouble(run -> values[run]).average().orElse(0);
  }
}
