package dev.tare.report.text;

import dev.tare.report.view.Grouping;
import java.util.Locale;

/**
 * How a report is shown.
 *
 * @param style how text looks where it goes to
 * @param grouping what makes a row
 * @param isWall whether values hold the time that threads waited
 * @param values how numbers are shown
 */
public record ReportOptions(
    TextStyle style, Grouping grouping, boolean isWall, ValueFormat values) {

  /** Methods, by working time. */
  public static ReportOptions of(TextStyle style, ValueFormat values) {
    return new ReportOptions(style, Grouping.METHOD, false, values);
  }

  /** What a row is. */
  String subject() {
    return grouping.name().toLowerCase(Locale.ROOT);
  }

  /** What rows are. */
  String subjects() {
    return switch (grouping) {
      case CLASS -> "classes";
      default -> subject() + "s";
    };
  }
}
