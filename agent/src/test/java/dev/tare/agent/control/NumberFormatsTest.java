package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumberFormatsTest {
  @ParameterizedTest
  @ValueSource(
      longs = {0, 7, 999, 1_000, 123_456, 1_234_567, Long.MAX_VALUE, -1, -999, -1_000, -123_456})
  void aNumberIsGroupedAsFormatDoes(long number) {
    assertEquals(String.format(Locale.ROOT, "%,d", number), NumberFormats.grouped(number));
  }

  @Test
  void oneOfSomethingIsNotMany() {
    assertEquals("1 class", NumberFormats.count(1, "class", "classes"));
    assertEquals("0 classes", NumberFormats.count(0, "class", "classes"));
    assertEquals("1,234 classes", NumberFormats.count(1_234, "class", "classes"));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 1.005, 2.344_9, 2.345, 12.3, 0.004, 1e9, 1e-9, 123_456.789})
  void aNumberIsRoundedAsFormatDoes(double number) {
    assertEquals(String.format(Locale.ROOT, "%.2f", number), NumberFormats.rounded(number, 2));
  }
}
