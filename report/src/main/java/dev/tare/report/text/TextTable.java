package dev.tare.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Rows of numbers that line up, and a name at the end of each. */
public final class TextTable {
  private final List<String[]> rows = new ArrayList<>();
  private final int[] widths;

  /** A table with these headings; the last column is the name. */
  public TextTable(String... headings) {
    widths = new int[headings.length];
    row(headings);
  }

  /** Adds a row of as many cells as there are headings. */
  public void row(String... cells) {
    for (int i = 0; i < widths.length - 1; i++) {
      widths[i] = Math.max(widths[i], cells[i].length());
    }
    rows.add(cells);
  }

  /** Prints headings and rows. */
  public void print(PrintWriter out) {
    for (String[] cells : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length - 1; i++) {
        line.append(" ".repeat(widths[i] - cells[i].length())).append(cells[i]).append("  ");
      }
      out.println(line.append(cells[widths.length - 1]));
    }
  }
}
