package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OverheadSumsTest {
  private static final Budget BUDGET = Budget.parse("100%").orElseThrow();

  @Test
  void whatCallsCostByTheirPriceIsOfAllStretches() {
    PriceFit fit = ProbePrices.sampled(() -> Double.NaN).fit();
    OverheadSums sums = new OverheadSums();
    assertEquals(fit.quantile(0.5), sums.factor(fit), "no calls yet");
    sums.add(new PriceFit.Stretch(300, 100), new OverheadEstimate(0, 0.5, 2), BUDGET);
    assertEquals(1, sums.factor(fit), 1e-9, "100 of 300 are overhead");
    sums.add(new PriceFit.Stretch(200, 100), new OverheadEstimate(0, 0, 2), BUDGET);
    assertEquals(0.5, sums.factor(fit), 1e-9);
  }
}
