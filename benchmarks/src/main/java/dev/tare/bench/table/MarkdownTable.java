package dev.tare.bench.table;

import java.util.ArrayList;
import java.util.List;

/**
 * A table in Markdown whose columns line up in plain text too; all but the first column stand to
 * the right.
 */
public final class MarkdownTable {
  private final List<List<String>> rows = new ArrayList<>();

  public MarkdownTable(List<String> headings) {
    rows.add(List.copyOf(headings));
  }

  /** Adds a row of as many cells as there are headings. */
  public void add(List<String> cells) {
    if (cells.size() != rows.get(0).size()) {
      throw new IllegalArgumentException(cells + " under " + rows.get(0));
    }
    rows.add(List.copyOf(cells));
  }

  @Override
  public String toString() {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int column = 0; column < columns; column++) {
        widths[column] = Math.max(widths[column], Math.max(3, row.get(column).length()));
      }
    }
    StringBuilder text = new StringBuilder();
    for (int index = 0; index < rows.size(); index++) {
      for (int column = 0; column < columns; column++) {
        String cell = rows.get(index).get(column);
        String padding = " ".repeat(widths[column] - cell.length());
        text.append("| ").append(column == 0 ? cell + padding : padding + cell).append(' ');
      }
      text.append("|\n");
      if (index == 0) {
        for (int column = 0; column < columns; column++) {
          text.append(column == 0 ? "|:" : "|-")
              .append("-".repeat(widths[column]))
              .append(column == 0 ? "-" : ":");
        }
        text.append("|\n");
      }
    }
    return text.toString();
  }
}
