package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OverheadEstimateTest {
  private static String text(double low, double high) {
    return new OverheadEstimate(low, low, high).text();
  }

  @Test
  void boundsArePrintedWhereTheyTellSomething() {
    assertEquals("6 to 11%", text(0.06, 0.11));
    assertEquals("at least 6%", text(0.06, Double.POSITIVE_INFINITY));
  }

  @Test
  void whatIsInNoPriceMayComeOnTop() {
    assertEquals("6 to 16%", new OverheadEstimate(0.06, 0.08, 0.11).withUnpriced().text());
    assertEquals("0 to 5%", new OverheadEstimate(0, 0, 0).withUnpriced().text());
  }

  @Test
  void atLeastNothingIsNotKnown() {
    assertEquals("not known yet,", OverheadEstimate.NONE.text());
    assertEquals("not known yet,", text(0.004, 20));
  }
}
