package dev.tare.report.gate;

import dev.tare.report.text.Numbers;
import java.util.Arrays;

/** Values of several runs, in words: {@code 12} where all are the same, else {@code 12 to 14}. */
final class Range {
  private Range() {}

  static String shown(double[] values) {
    String least = shown(Arrays.stream(values).min().orElse(0));
    String greatest = shown(Arrays.stream(values).max().orElse(0));
    return least.equals(greatest) ? least : least + " to " + greatest;
  }

  private static String shown(double value) {
    double tenths = Math.rint(Math.abs(value) * 10) / 10;
    String whole = (value < 0 && tenths != 0 ? "-" : "") + Numbers.formatInt((long) tenths);
    int tenth = (int) Math.rint((tenths - (long) tenths) * 10);
    return tenth == 0 ? whole : whole + "." + tenth;
  }
}
