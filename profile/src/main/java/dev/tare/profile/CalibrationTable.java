package dev.tare.profile;

import java.util.List;

/**
 * How the overhead was found, and how much of it was subtracted.
 *
 * @param policy when it was subtracted: {@code runtime}, {@code delayed} or {@code off}
 * @param source where the overheads were known from before the run: {@code trained} in this JVM,
 *     the path of a calstats file, or "" where nothing was known
 * @param training how far the training came that they are from: {@code complete}, {@code unsteady}
 *     where others used the machine too much, {@code cut} where its time was up before; "" where
 *     there was none
 * @param uncertainty by what part an overhead may be wrong that was subtracted, in all of the run
 *     alike, in nine of ten runs; NaN where it is not known
 * @param fluctuation by what part probes cost more or less in one moment of the run than was
 *     subtracted, in nine of ten moments; NaN where it was not measured
 * @param overhead what was subtracted in all threads together, in the metric's unit
 * @param categories the table that was used
 */
public record CalibrationTable(
    String policy,
    String source,
    String training,
    double uncertainty,
    double fluctuation,
    long overhead,
    List<Category> categories) {

  /** The policy of a profile whose values are raw. */
  public static final String OFF = "off";

  public CalibrationTable {
    categories = List.copyOf(categories);
  }

  /** A table of overheads of which nothing was known before the run. */
  public CalibrationTable(String policy, long overhead, List<Category> categories) {
    this(policy, "", "", Double.NaN, Double.NaN, overhead, categories);
  }

  /** Nothing was subtracted, and nothing is known. */
  public static CalibrationTable off() {
    return new CalibrationTable(OFF, 0, List.of());
  }

  /** Whether overhead was subtracted at all; values are raw otherwise. */
  public boolean isSubtracted() {
    return !policy.equals(OFF);
  }

  /**
   * One kind of interval.
   *
   * @param events the two events that bound the interval ({@code entry-exit})
   * @param methods how each method involved was running ({@code c2-static}, {@code interpreted},
   *     ...)
   * @param observed intervals of this category that were seen
   * @param minimum the smallest of them, in the metric's unit
   */
  public record Category(String events, List<String> methods, long observed, long minimum) {

    public Category {
      methods = List.copyOf(methods);
    }
  }
}
