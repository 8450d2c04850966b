package dev.tare.bench.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownTableTest {

  @Test
  void columnsLineUp() {
    MarkdownTable table = new MarkdownTable(List.of("work", "ns"));
    table.add(List.of("fib", "12.5"));
    assertEquals(
        """
        | work |   ns |
        |:-----|-----:|
        | fib  | 12.5 |
        """,
        table.toString());
  }

  @Test
  void aRowHasACellForEachHeading() {
    MarkdownTable table = new MarkdownTable(List.of("work", "ns"));
    assertThrows(IllegalArgumentException.class, () -> table.add(List.of("fib")));
  }

  @Test
  void aSpreadSaysMedianAndRange() {
    assertEquals("2.0 (1.0..9.0)", Spread.of(List.of(9.0, 1.0, 2.0)).text(1));
  }
}
