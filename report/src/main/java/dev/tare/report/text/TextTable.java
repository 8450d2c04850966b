package dev.tare.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Rows of numbers that line up, and a name at the end of each. */
public final class TextTable {
  private static final String GAP = "  ";

  private final TextStyle style;
  private final List<Row> rows = new ArrayList<>();
  private final int[] widths;

  private record Row(List<String> cells, UnaryOperator<String> look) {}

  /** A table with these headings; the last column is the name. */
  public TextTable(TextStyle style, String... headings) {
    this.style = style;
    widths = new int[headings.length];
    row(style::strong, headings);
  }

  /** Adds a row of as many cells as there are headings. */
  public void row(String... cells) {
    row(UnaryOperator.identity(), cells);
  }

  /** Adds a row of what is not to be relied on. */
  public void faintRow(String... cells) {
    row(style::faint, cells);
  }

  /** Adds a row that looks like this. */
  public void row(UnaryOperator<String> look, String... cells) {
    for (int i = 0; i < widths.length - 1; i++) {
      widths[i] = Math.max(widths[i], cells[i].length());
    }
    rows.add(new Row(List.of(cells), look));
  }

  /** Prints headings and rows. */
  public void print(PrintWriter out) {
    for (Row row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length - 1; i++) {
        String cell = row.cells().get(i);
        line.append(" ".repeat(widths[i] - cell.length())).append(cell).append(GAP);
      }
      line.append(style.fitted(row.cells().get(widths.length - 1), line.length()));
      out.println(row.look().apply(line.toString()));
    }
  }
}
