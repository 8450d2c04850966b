package dev.tare.report.text;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.OptionalDouble;

/** How numbers are printed: exact, in the metric's own unit, digits in groups of three. */
public final class Numbers {
  private static final int MAX_COMMAND = 160;

  private Numbers() {}

  /**
   * By hand, since a tree has four in each of a million lines, and {@code String.format} takes a
   * microsecond each.
   */
  public static String formatInt(long value) {
    String digits = Long.toString(value);
    int first = value < 0 ? 1 : 0;
    StringBuilder grouped = new StringBuilder(digits);
    for (int at = digits.length() - 3; at > first; at -= 3) {
      grouped.insert(at, ',');
    }
    return grouped.toString();
  }

  /** The text with blanks before it, so many characters wide at least. */
  static String right(String text, int width) {
    return text.length() >= width ? text : " ".repeat(width - text.length()) + text;
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

  /** A moment to the millisecond, in UTC: more of it nobody reads. */
  public static String instant(Instant moment) {
    return moment.truncatedTo(ChronoUnit.MILLIS).toString();
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

  /** A sum of the metric: of nanoseconds, in the unit that it is best read in. */
  public static String value(long value, String unit) {
    return unit.equals("ns") ? duration(value) : formatInt(value) + " " + unit;
  }

  /** A command as far as it tells one run from another: arguments may be thousands of files. */
  public static String command(String command) {
    return command.length() <= MAX_COMMAND ? command : command.substring(0, MAX_COMMAND) + "...";
  }

  /** {@code 1 method}, {@code 2 methods}. */
  public static String count(long count, String singular, String plural) {
    return formatInt(count) + " " + (count == 1 ? singular : plural);
  }
}
