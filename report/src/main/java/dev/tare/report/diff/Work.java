package dev.tare.report.diff;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * How much work each run did, against the mean of all. A program that works for a certain time does
 * more of it at one time than at another, and calls nearly all its methods more often.
 */
final class Work {
  /** Methods of fewer calls are called once by whatever is done. */
  private static final long MIN_CALLS = 10;

  /** Fewer methods do not tell what most of them do. */
  private static final int MIN_METHODS = 5;

  private Work() {}

  /**
   * The median of what methods were called against their means (the geometric ones): exactly 1 for
   * runs in which most methods were called as often as in the others.
   *
   * @param methods number of methods
   */
  static double[] of(Runs before, Runs after, int methods) {
    int runs = before.count() + after.count();
    double[][] logs =
        IntStream.range(0, methods)
            .mapToObj(
                method ->
                    IntStream.range(0, runs)
                        .mapToLong(
                            run ->
                                run < before.count()
                                    ? before.calls(run, method)
                                    : after.calls(run - before.count(), method))
                        .toArray())
            .filter(calls -> Arrays.stream(calls).allMatch(count -> count >= MIN_CALLS))
            .map(calls -> Arrays.stream(calls).mapToDouble(Math::log).toArray())
            .toArray(double[][]::new);
    if (logs.length < MIN_METHODS) {
      return DoubleStream.generate(() -> 1).limit(runs).toArray();
    }
    return IntStream.range(0, runs).mapToDouble(run -> Math.exp(median(logs, run))).toArray();
  }

  private static double median(double[][] logs, int run) {
    double[] distances =
        Arrays.stream(logs)
            .mapToDouble(calls -> calls[run] - Arrays.stream(calls).average().orElse(0))
            .sorted()
            .toArray();
    return distances[distances.length / 2];
  }
}
