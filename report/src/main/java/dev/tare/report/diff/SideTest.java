package dev.tare.report.diff;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Two sides of several runs: how far each method's means are apart, and by how much that varies.
 *
 * <p>Runs are evened out as far as a method follows their {@link Pace}. What a method varies by is
 * the variance of its values within the sides, drawn to what most methods vary by and to what its
 * measurement varies by, as if that were {@link #PRIOR} runs more.
 */
final class SideTest {
  /** For how many runs the other methods count. */
  static final double PRIOR = 2;

  private final double[] before;
  private final double[] after;
  private final double[] errors;

  /**
   * Compares.
   *
   * @param order of the runs, those of the one side first
   * @param runsBefore how many these are
   */
  SideTest(TestedValues tested, int[] order, int runsBefore) {
    int methods = tested.methods();
    before = new double[methods];
    after = new double[methods];
    errors = new double[methods];
    Pace pace = new Pace(tested.paces(order), runsBefore);
    double degrees = degrees(order.length) - PRIOR;
    double[] within = new double[methods];
    for (int method = 0; method < methods; method++) {
      double[] values = tested.of(method, order);
      double slope = tested.isMeasurable(method) ? pace.slope(values) : 1;
      for (int run = 0; run < values.length; run++) {
        values[run] = pace.evened(values[run], run, slope);
      }
      before[method] = mean(values, 0, runsBefore);
      after[method] = mean(values, runsBefore, values.length);
      within[method] =
          (squares(values, 0, runsBefore, before[method])
                  + squares(values, runsBefore, values.length, after[method]))
              / degrees;
    }
    double common =
        Noise.commonVariance(
            IntStream.range(0, methods)
                .filter(method -> tested.isMeasurable(method))
                .mapToDouble(method -> within[method]),
            1);
    double runs = 1.0 / runsBefore + 1.0 / (order.length - runsBefore) + pace.leverage();
    for (int method = 0; method < methods; method++) {
      double prior = common + tested.chance(method);
      double variance = (PRIOR * prior + degrees * within[method]) / (PRIOR + degrees);
      errors[method] = Math.sqrt(variance * runs);
    }
  }

  /** Degrees of freedom of the errors. */
  static double degrees(int runs) {
    return runs - 3 + PRIOR;
  }

  /** A method's mean before, runs evened out, as a part of its mean in all runs. */
  double before(int method) {
    return before[method];
  }

  /** The same, after. */
  double after(int method) {
    return after[method];
  }

  /** The standard error of the difference of the two. */
  double error(int method) {
    return errors[method];
  }

  /**
   * How much the method that stands out most does.
   *
   * @param quantiles of each method: so many errors are as much as 1
   * @param minChange changes of less do not count
   */
  double greatest(double[] quantiles, double minChange) {
    return IntStream.range(0, before.length)
        .filter(method -> Math.abs(after[method] - before[method]) > minChange)
        .mapToDouble(
            method -> Math.abs(after[method] - before[method]) / errors[method] / quantiles[method])
        .max()
        .orElse(0);
  }

  private static double mean(double[] values, int from, int to) {
    double sum = 0;
    for (int run = from; run < to; run++) {
      sum += values[run];
    }
    return sum / (to - from);
  }

  private static double squares(double[] values, int from, int to, double mean) {
    return DoubleStream.of(values)
        .skip(from)
        .limit((long) to - from)
        .map(value -> (value - mean) * (value - mean))
        .sum();
  }
}
