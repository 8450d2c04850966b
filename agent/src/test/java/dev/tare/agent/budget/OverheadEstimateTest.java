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
    assertEquals("6 to 19%", new OverheadEstimate(0.06, 0.08, 0.11).withUnpriced().text());
    assertEquals("0 to 8%", new OverheadEstimate(0, 0, 0).withUnpriced().text());
  }

  @Test
  void atLeastNothingIsNotKnown() {
    assertEquals("not known yet,", OverheadEstimate.NONE.text());
    assertEquals("not known yet,", text(0.004, 20));
  }

  @Test
  void twoTimesTogetherAddTheirWork() {
    OverheadEstimate lost = new OverheadEstimate(0.1, 1, Double.POSITIVE_INFINITY);
    OverheadEstimate both = lost.with(220, new OverheadEstimate(0, 0, 0.5), 90);
    assertEquals(310.0 / 290 - 1, both.low(), 1e-9);
    assertEquals(310.0 / 200 - 1, both.middle(), 1e-9);
    assertEquals(310.0 / 60 - 1, both.high(), 1e-9);
  }
}
