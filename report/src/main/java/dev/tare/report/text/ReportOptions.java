package dev.tare.report.text;

import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.view.Grouping;

/**
 * How a report is shown.
 *
 * @param style how text looks where it goes to
 * @param grouping what makes a row
 * @param isWall whether values hold the time that threads waited
 * @param values how numbers are shown
 * @param uncertainty by how much values of rows may be wrong
 */
public record ReportOptions(
    TextStyle style,
    Grouping grouping,
    boolean isWall,
    ValueFormat values,
    Uncertainty uncertainty) {}
