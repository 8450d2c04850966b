package dev.tare.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0",
        "-1 | -1",
        "999 | 999",
        "-999 | -999",
        "1000 | 1,000",
        "-1000 | -1,000",
        "-123456 | -123,456",
        "9223372036854775807 | 9,223,372,036,854,775,807",
        "-9223372036854775808 | -9,223,372,036,854,775,808"
      })
  void wholeNumbersAreInGroupsOfThree(long value, String expected) {
    assertEquals(expected, Numbers.formatInt(value));
  }

  @Test
  void aLongCommandIsCut() {
    assertEquals("Main a.java", Numbers.command("Main a.java"));
    assertEquals("x".repeat(160) + "...", Numbers.command("x".repeat(161)));
  }

  @Test
  void partsOfNothingAreNoNumbers() {
    assertEquals("-", Numbers.share(5, 0));
    assertEquals("-", Numbers.share(5, -3));
    assertEquals("-", Numbers.perCall(5, 0));
    assertEquals("-", Numbers.relative(OptionalDouble.empty()));
    assertEquals("-25.0%", Numbers.share(-5, 20));
    assertEquals("+50.0%", Numbers.relative(OptionalDouble.of(0.5)));
  }

  @Test
  void durationsAreInTheUnitThatTheyAreBestReadIn() {
    assertEquals("999,999 ns", Numbers.duration(999_999));
    assertEquals("1.500 ms", Numbers.duration(1_500_000));
    assertEquals("61.001 s", Numbers.duration(61_001_000_000L));
    assertEquals(
        "2026-11-21T08:36:07.018Z",
        Numbers.instant(Instant.parse("2026-11-21T08:36:07.018433019Z")));
  }
}
