package dev.tare.report.text;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A name at the beginning of each row, and numbers that line up behind it. */
public final class TextTable {
  private static final String GAP = "  ";

  /** Where nothing limits a line, longer names push the numbers behind them to the right. */
  private static final int WIDEST_NAME = 100;

  private final TextStyle style;
  private final List<Row> rows = new ArrayList<>();
  private final int[] widths;

  /** The columns that are left out where a terminal is too narrow for all, the first one first. */
  private final List<Integer> dispensable = new ArrayList<>();

  private record Row(List<String> cells, UnaryOperator<String> look) {}

  /** A table with these headings; the first column is the name. */
  public TextTable(TextStyle style, String... headings) {
    this.style = style;
    widths = new int[headings.length];
    row(style::strong, headings);
  }

  /** Lets columns, by their number, be left out in this order where a terminal is too narrow. */
  public void leaveOut(int... columns) {
    for (int column : columns) {
      dispensable.add(column);
    }
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
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.max(widths[i], cells[i].length());
    }
    rows.add(new Row(List.of(cells), look));
  }

  /** Prints headings and rows. */
  public void print(PrintWriter out) {
    int others = 0;
    for (int i = 1; i < widths.length; i++) {
      others += GAP.length() + widths[i];
    }
    BitSet leftOut = new BitSet();
    for (int column : dispensable) {
      if (style.hasRoomForName(widths[0], others)) {
        break;
      }
      leftOut.set(column);
      others -= GAP.length() + widths[column];
    }
    int names = Math.min(widths[0], Math.max(WIDEST_NAME, rows.get(0).cells().get(0).length()));
    int column = style.roomForName(names, others);
    for (Row row : rows) {
      String name = style.fitted(row.cells().get(0), others);
      StringBuilder line = new StringBuilder(name);
      line.append(" ".repeat(Math.max(0, column - name.length())));
      for (int i = leftOut.nextClearBit(1); i < widths.length; i = leftOut.nextClearBit(i + 1)) {
        String cell = row.cells().get(i);
        line.append(GAP).append(" ".repeat(widths[i] - cell.length())).append(cell);
      }
      out.println(row.look().apply(line.toString().stripTrailing()));
    }
    String headings =
        leftOut.stream()
            .mapToObj(rows.get(0).cells()::get)
            .filter(heading -> !heading.isEmpty())
            .collect(Collectors.joining(", "));
    if (!headings.isEmpty()) {
      out.println("columns left out, since the terminal is narrow: " + headings);
    }
  }
}
