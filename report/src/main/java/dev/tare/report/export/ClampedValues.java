package dev.tare.report.export;

/**
 * What a format could not hold: values below 0, which were written as 0.
 *
 * @param values how many there were
 * @param sum what they add up to, in the metric's unit; 0 or less
 */
public record ClampedValues(long values, long sum) {
  /** The format held all. */
  public static final ClampedValues NONE = new ClampedValues(0, 0);

  /** Counts them. */
  static final class Counter {
    private long values;
    private long sum;

    /** The value, or 0 in its place. */
    long notNegative(long value) {
      if (value >= 0) {
        return value;
      }
      values++;
      sum += value;
      return 0;
    }

    ClampedValues loss() {
      return new ClampedValues(values, sum);
    }
  }
}
