package dev.tare.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SamplingRateTest {

  @ParameterizedTest
  @CsvSource({"10ms, 10000000", "1ms, 1000000", "1000us, 1000000", "2s, 2000000000"})
  void aDurationIsThePeriod(String setting, long nanos) {
    assertEquals(nanos, SamplingRate.parse(setting).orElseThrow().periodNanos());
  }

  @Test
  void aPeriodIsShownAsOne() {
    assertEquals("every 10ms", SamplingRate.parse("10ms").orElseThrow().shown());
  }

  @Test
  void aRateIsWhatAllProcessorsTogetherComeTo() {
    long processors = Runtime.getRuntime().availableProcessors();
    SamplingRate rate = SamplingRate.parse("20/s").orElseThrow();
    assertEquals(processors * 50_000_000, rate.periodNanos());
    assertEquals("20/s", rate.setting());
    assertEquals("20/s", rate.shown());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "off", "10", "0ms", "999us", "61s", "0/s", "10001/s", "500/m", "-1ms", "1.5ms"
      })
  void nothingElseIsAPace(String setting) {
    assertTrue(SamplingRate.parse(setting).isEmpty());
  }
}
