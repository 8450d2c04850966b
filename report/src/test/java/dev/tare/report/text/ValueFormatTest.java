package dev.tare.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueFormatTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 | 0 ns",
        "480 | 480 ns",
        "-480 | -480 ns",
        "999.4 | 999 ns",
        "999.6 | 1.00 us",
        "889282787 | 889 ms",
        "2059542408 | 2.06 s",
        "99960000 | 100 ms",
        "7.4567 | 7.46 ns",
        "0.9996 | 1.00 ns",
        "0.5 | 0.500 ns",
        "-0.0024 | -0.00240 ns",
        "4500000000000 | 4,500 s"
      })
  void timesHaveThreeDigits(double value, String expected) {
    assertEquals(expected, ValueFormat.human("ns").value(value));
  }

  @Test
  void countsAreShortFromTenThousandOn() {
    ValueFormat human = ValueFormat.human("instructions");
    assertEquals("9,999", human.count(9_999));
    assertEquals("10.0 k", human.count(10_000));
    assertEquals("68.1 M", human.count(68_123_456));
    assertEquals("68.1 M", human.value(68_123_456));
    assertEquals("self [instructions]", human.heading("self"));
    assertEquals("1.50 MB", ValueFormat.human("bytes").value(1_500_000));
    assertEquals("1 sample", ValueFormat.human("samples").text(1));
    assertEquals("2 samples", ValueFormat.exact("samples").text(2));
  }

  @Test
  void exactNumbersHaveAllDigits() {
    ValueFormat exact = ValueFormat.exact("ns");
    assertEquals("889,282,787", exact.value(889_282_787));
    assertEquals("68,123,456", exact.count(68_123_456));
    assertEquals("self [ns]", exact.heading("self"));
    assertEquals("479.5", exact.perCall(959, 2));
    assertEquals("+7", exact.signed(7));
  }

  @Test
  void valuesOfACallBelowOneHaveThreeDigits() {
    ValueFormat exact = ValueFormat.exact("page-faults");
    assertEquals("0.00240", exact.perCall(2_400, 1_000_000));
    assertEquals("0.00240", exact.value(0.0024));
    assertEquals("+0.00100", exact.signed(0.001));
    assertEquals("1.44", exact.perCall(144, 100));
    assertEquals("0.00240", ValueFormat.human("page-faults").perCall(2_400, 1_000_000));
    assertEquals("0.0999", exact.value(0.09994));
    assertEquals("0.100", exact.value(0.09996));
    assertEquals("0.00", ValueFormat.human("page-faults").value(5.6e-17));
  }

  @Test
  void aRangeNamesAUnitThatBothEndsHaveOnce() {
    ValueFormat times = ValueFormat.human("ns");
    assertEquals("1.20..45.0 ms", times.range(1_200_000, 45_000_000));
    assertEquals("900 us..45.0 ms", times.range(900_000, 45_000_000));
    assertEquals("900 ms..2.00 s", times.range(900_000_000, 2_000_000_000));
    assertEquals("1,200..45,000", ValueFormat.exact("ns").range(1_200, 45_000));
    assertEquals("12..45", ValueFormat.human("instructions").range(12, 45));
  }
}
