package dev.tare.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of numbers that line up, and a name at the end of each. */
final class TextTable {
  private final List<String[]> rows = new ArrayList<>();
  private final int[] widths;

  /** A table with these headings; the last column is the name. */
  TextTable(String... headings) {
    widths = new int[headings.length];
    row(headings);
  }

  void row(String... cells) {
    for (int i = 0; i < widths.length - 1; i++) {
      widths[i] = Math.max(widths[i], cells[i].length());
    }
    rows.add(cells);
  }

  void print(PrintWriter out) {
    for (String[] cells : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length - 1; i++) {
        line.append(" ".repeat(widths[i] - cells[i].length())).append(cells[i]).append("  ");
      }
      out.println(line.append(cells[widths.length - 1]));
    }
  }
}
