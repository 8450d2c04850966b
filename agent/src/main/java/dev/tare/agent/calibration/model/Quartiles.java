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
    return quartile(values.toArray(), 1);
  }

  public static double median(DoubleStream values) {
    return quartile(values.toArray(), 2);
  }

  public static double upper(DoubleStream values) {
    return quartile(values.toArray(), 3);
  }

  /** The median of an even number of values is the mean of the two in the middle. */
  static double quartile(double[] values, int quarters) {
    double[] sorted = values.clone();
    Arrays.sort(sorted); // NaN last
    int count = 0;
    while (count < sorted.length && !Double.isNaN(sorted[count])) {
      count++;
    }
    if (count == 0) {
      return Double.NaN;
    }
    int at = count * quarters / 4;
    return quarters == 2 ? (sorted[(count - 1) / 2] + sorted[at]) / 2 : sorted[at];
  }
}
