package dev.tare.report.text;

import dev.tare.profile.CallsKind;

/**
 * How values of a metric are shown: three digits in the unit that they are best read in, or exact.
 */
public final class ValueFormat {
  private static final String[] TIMES = {"ns", "us", "ms", "s"};
  private static final String[] BYTES = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  private static final String[] COUNTS = {"", "k", "M", "G", "T", "P", "E"};

  /** Numbers below it are short enough as they are. */
  private static final long SHORT_COUNT = 10_000;

  private static final double STEP = 1000;

  private final String unit;
  private final boolean isExact;

  private ValueFormat(String unit, boolean isExact) {
    this.unit = unit;
    this.isExact = isExact;
  }

  /** Three digits, and a unit with each. */
  public static ValueFormat human(String unit) {
    return new ValueFormat(unit, false);
  }

  /** All digits, in the metric's own unit, which headings name. */
  public static ValueFormat exact(String unit) {
    return new ValueFormat(unit, true);
  }

  /** Whether all digits are shown, signs and all. */
  public boolean isExact() {
    return isExact;
  }

  /** A heading over values: names the unit where they do not. */
  public String heading(String label) {
    boolean hasUnit = !isExact && (unit.equals("ns") || unit.equals("bytes"));
    return hasUnit ? label : label + " [" + Printable.text(unit) + "]";
  }

  /** A value of the metric. */
  public String value(long value) {
    return isExact ? Numbers.formatInt(value) : value((double) value);
  }

  /** From one value to another; a unit that both have is named once. */
  String range(long low, long high) {
    String from = value(low);
    String to = value(high);
    int unit = from.indexOf(' ');
    boolean isUnitOfBoth = unit > 0 && to.endsWith(from.substring(unit));
    return (isUnitOfBoth ? from.substring(0, unit) : from) + ".." + to;
  }

  /** A mean or a part of values. */
  public String value(double value) {
    if (isExact) {
      return plain(value);
    }
    return switch (unit) {
      case "ns" -> scaled(value, TIMES);
      case "bytes" -> scaled(value, BYTES);
      default -> Math.abs(value) < SHORT_COUNT ? plain(value) : scaled(value, COUNTS);
    };
  }

  /** A value in a sentence, with its unit. */
  public String text(long value) {
    String text = value(value);
    boolean hasUnit = !isExact && (unit.equals("ns") || unit.equals("bytes"));
    return hasUnit
        ? text
        : text + " " + (value == 1 && unit.equals("samples") ? "sample" : Printable.text(unit));
  }

  /** A value of each call; {@code -} where there was none. */
  public String perCall(long value, long calls) {
    return calls == 0
        ? "-"
        : isExact ? Numbers.perCall(value, calls) : value((double) value / calls);
  }

  /** A number of calls, samples or nodes. */
  public String count(long count) {
    return isExact || Math.abs(count) < SHORT_COUNT
        ? Numbers.formatInt(count)
        : scaled((double) count, COUNTS);
  }

  /** A number of calls, marked where not all of them were counted. */
  public String calls(long count, CallsKind kind) {
    return switch (kind) {
      case EXACT -> count(count);
      case DERIVED -> "=" + count(count);
      case BOUNDED -> "≥" + count(count);
      case ESTIMATED -> "~" + count(count);
    };
  }

  /** What marks of {@link #calls} mean, where some calls are known no better than this. */
  static String callsLegend(CallsKind worst) {
    return "calls of methods without probes: = follow from the caller's own instructions, ≥ are the"
        + " least"
        + (worst == CallsKind.ESTIMATED ? ", ~ are estimates" : "");
  }

  /** A difference. */
  public String signed(double value) {
    String text = value(value);
    return value > 0 ? "+" + text : text;
  }

  /** Nanoseconds in the unit that they are best read in. */
  public static String time(long nanos) {
    return scaled((double) nanos, TIMES);
  }

  private static String plain(double value) {
    return Math.abs(value) >= 100 || value == Math.rint(value)
        ? Numbers.formatInt(Math.round(value))
        : digits(value);
  }

  /** The last unit takes any number of digits. */
  private static String scaled(double value, String[] units) {
    double rest = value;
    int unit = 0;
    // 999.6 would be shown as 1000.
    while (Math.abs(rest) >= STEP - 0.5 && unit < units.length - 1) {
      rest /= STEP;
      unit++;
    }
    String digits = unit == 0 && rest == Math.rint(rest) ? plain(rest) : digits(rest);
    return units[unit].isEmpty() ? digits : digits + " " + units[unit];
  }

  private static String digits(double value) {
    return Numbers.decimals(value, Numbers.places(value));
  }
}
