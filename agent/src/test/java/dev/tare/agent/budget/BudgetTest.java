package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BudgetTest {
  @ParameterizedTest
  @CsvSource({
    "1%,0.01,1%",
    "10%,0.1,10%",
    "2.5%,0.025,2.5%",
    "100%,1,100%",
    "1000%,10,1000%",
    "12.5%,0.125,12.5%",
    "2.25%,0.0225,2.25%",
    "33.333%,0.33333,33.333%"
  })
  void percentagesAreShares(String value, double share, String text) {
    Budget budget = Budget.parse(value).orElseThrow();
    assertEquals(share, budget.share(), 1e-12);
    assertEquals(text, budget.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0%", "0.9%", "10", "-5%", "ten%", "Off", "10 %", "%", "1e3%"})
  void whatIsNoPercentageIsRefused(String value) {
    assertTrue(Budget.parse(value).isEmpty());
  }

  @Test
  void offLimitsNothing() {
    assertTrue(Budget.parse("off").orElseThrow().isOff());
    assertEquals("off", Budget.OFF.toString());
  }

  @ParameterizedTest
  @CsvSource({"0.04, 0.02", "0.1, 0.07", "0.15, 0.12", "0.2, 0.16", "0.3, 0.24", "1, 0.8"})
  void choicesLeaveRoomForSamples(double share, double aim) {
    assertEquals(aim, new Budget(share).aim(), 1e-9);
  }

  @ParameterizedTest
  @CsvSource({"0.1, true", "0.499, true", "0.5, false", "1, false"})
  void smallBudgetsAreTight(double share, boolean isTight) {
    assertEquals(isTight, new Budget(share).isTight());
  }

  @ParameterizedTest
  @CsvSource({"0.01, 40", "0.02, 20", "0.05, 8", "0.1, 4", "0.3, 4", "1, 4"})
  void samplesCostAtMostHalfOfTheBudget(double share, long millis) {
    assertEquals(millis, new Budget(share).samplePeriodMillis());
  }
}
