package dev.tare.report.diff;

import dev.tare.report.view.Grouping;

/**
 * What of a comparison is shown.
 *
 * @param top so many methods, or paths, at most
 * @param perCall values of each call instead of all together
 * @param paths paths of the call tree as well
 * @param grouping what makes a row
 * @param areCallers whether rows are callers of a method, which have totals and no self values
 */
public record DiffOptions(
    int top, boolean perCall, boolean paths, Grouping grouping, boolean areCallers) {

  Change.Measure measure() {
    return perCall ? Change.Measure.PER_CALL : Change.Measure.TOTAL;
  }
}
