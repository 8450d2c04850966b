package dev.tare.agent.calibration.model;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/**
 * What is typical of a measurement's rounds, while others use the machine too: of those values that
 * are numbers; NaN where none is.
 */
public final class Quartiles {
  private Quartiles() {}

  public static double lower(DoubleStream values) {
    return quartile(values, 1);
  }

  public static double median(DoubleStream values) {
    return quartile(values, 2);
  }

  public static double upper(DoubleStream values) {
    return quartile(values, 3);
  }

  /** The mean of the half in the middle: finer than the median where values are small counts. */
  public static double middleMean(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    int quarter = sorted.length / 4;
    return Arrays.stream(sorted, quarter, sorted.length - quarter).average().orElse(Double.NaN);
  }

  /** The median of an even number of values is the mean of the two in the middle. */
  private static double quartile(DoubleStream values, int quarters) {
    double[] sorted = values.filter(value -> !Double.isNaN(value)).sorted().toArray();
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int at = sorted.length * quarters / 4;
    return quarters == 2 ? (sorted[(sorted.length - 1) / 2] + sorted[at]) / 2 : sorted[at];
  }
}
