package dev.tare.report.text;

import java.util.Locale;
import java.util.OptionalDouble;

/** How numbers are printed: exact, in the metric's own unit, digits in groups of three. */
public final class Numbers {
  private Numbers() {}

  public static String whole(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** A value per call; {@code -} where there was no call. */
  public static String perCall(long value, long calls) {
    return calls == 0 ? "-" : String.format(Locale.ROOT, "%,.1f", (double) value / calls);
  }

  /** A part of a whole in percent; {@code -} where the whole is nothing. */
  public static String share(long part, long whole) {
    return whole <= 0 ? "-" : String.format(Locale.ROOT, "%.1f%%", 100.0 * part / whole);
  }

  /** A change as a part of what was before, in percent; {@code -} where there is none. */
  public static String relative(OptionalDouble part) {
    return part.isPresent()
        ? String.format(Locale.ROOT, "%+,.1f%%", 100 * part.getAsDouble())
        : "-";
  }

  /** A duration in the unit that it is best read in. */
  public static String duration(long nanos) {
    if (nanos >= 1_000_000_000) {
      return String.format(Locale.ROOT, "%,.3f s", nanos / 1e9);
    }
    return nanos >= 1_000_000
        ? String.format(Locale.ROOT, "%.3f ms", nanos / 1e6)
        : String.format(Locale.ROOT, "%,d ns", nanos);
  }

  /** {@code 1 method}, {@code 2 methods}. */
  public static String count(long count, String singular, String plural) {
    return whole(count) + " " + (count == 1 ? singular : plural);
  }
}
