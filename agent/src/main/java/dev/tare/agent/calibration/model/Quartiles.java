package dev.tare.agent.calibration.model;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** What is typical of a measurement's rounds, while others use the machine too. */
public final class Quartiles {
  private Quartiles() {}

  /** Of those values that are numbers; NaN where none is. */
  public static double lower(DoubleStream values) {
    double[] numbers = numbers(values);
    return numbers.length == 0 ? Double.NaN : lower(numbers, numbers.length);
  }

  /** Of those values that are numbers; NaN where none is. */
  public static double median(DoubleStream values) {
    double[] numbers = numbers(values);
    return numbers.length == 0 ? Double.NaN : median(numbers, numbers.length);
  }

  /** Of the first so many values; at least one. */
  public static double lower(double[] values, int count) {
    return sorted(values, count)[count / 4];
  }

  /** Of the first so many values; at least one. */
  public static double upper(double[] values, int count) {
    return sorted(values, count)[count * 3 / 4];
  }

  /** Of the first so many values; at least one. */
  public static double median(double[] values, int count) {
    double[] sorted = sorted(values, count);
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
  }

  private static double[] numbers(DoubleStream values) {
    return values.filter(value -> !Double.isNaN(value)).toArray();
  }

  private static double[] sorted(double[] values, int count) {
    double[] sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    return sorted;
  }
}
