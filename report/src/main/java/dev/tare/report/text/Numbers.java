package dev.tare.report.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalDouble;

/** How numbers are printed: exact, in the metric's own unit, digits in groups of three. */
public final class Numbers {
  private static final int MAX_COMMAND = 160;

  /** What is less is no mean of whole numbers, but what rounding left of 0. */
  private static final double LEAST_MEAN = 1e-12;

  private Numbers() {}

  /** A whole number. */
  public static String formatInt(long value) {
    String digits = Long.toString(value);
    return grouped(digits, digits.length());
  }

  /**
   * A number with so many digits behind the point. Not by {@code String.format}: it reads the
   * locale's tables, and takes a microsecond each, of which a tree of a million lines has four
   * million.
   */
  public static String decimals(double value, int places) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    String digits =
        BigDecimal.valueOf(value).setScale(places, RoundingMode.HALF_UP).toPlainString();
    return grouped(digits, places == 0 ? digits.length() : digits.length() - places - 1);
  }

  /** With how many digits behind the point a value has three digits at least, other than zeros. */
  static int places(double value) {
    double size = Math.abs(value);
    if (size >= 0.9995 || size < LEAST_MEAN) {
      return size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    }
    int places = 3;
    for (double least = 0.09995; size < least; least /= 10) {
      places++;
    }
    return places;
  }

  private static String grouped(String digits, int end) {
    int first = digits.startsWith("-") ? 1 : 0;
    StringBuilder grouped = new StringBuilder(digits);
    for (int at = end - 3; at > first; at -= 3) {
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
    double each = (double) value / calls;
    return calls == 0 ? "-" : decimals(each, Math.max(1, places(each)));
  }

  /** A part of a whole in percent; {@code -} where the whole is nothing. */
  public static String share(long part, long whole) {
    return whole <= 0 ? "-" : decimals(100.0 * part / whole, 1) + "%";
  }

  /** A change as a part of what was before, in percent; {@code -} where there is none. */
  public static String relative(OptionalDouble part) {
    if (part.isEmpty()) {
      return "-";
    }
    String percent = decimals(100 * part.getAsDouble(), 1) + "%";
    return percent.startsWith("-") ? percent : "+" + percent;
  }

  /** A moment to the millisecond, in UTC. */
  public static String instant(Instant moment) {
    return moment.truncatedTo(ChronoUnit.MILLIS).toString();
  }

  /** A duration in the unit that it is best read in. */
  public static String duration(long nanos) {
    if (nanos >= 1_000_000_000) {
      return decimals(nanos / 1e9, 3) + " s";
    }
    return nanos >= 1_000_000 ? decimals(nanos / 1e6, 3) + " ms" : formatInt(nanos) + " ns";
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
