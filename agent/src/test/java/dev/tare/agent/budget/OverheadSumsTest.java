package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OverheadSumsTest {
  private static final Budget BUDGET = Budget.parse("100%").orElseThrow();

  private static PriceFit.Stretch seconds(double cpu, double priced) {
    return new PriceFit.Stretch(cpu * Looks.SECOND, priced * Looks.SECOND);
  }

  @Test
  void whatCallsCostByTheirPriceIsOfAllStretches() {
    PriceFit fit = ProbePrices.sampled(() -> Double.NaN).fit();
    OverheadSums sums = new OverheadSums(BUDGET);
    assertEquals(fit.quantile(0.5), sums.factor(fit), "no calls yet");
    sums.add(new PriceFit.Stretch(300, 100), new OverheadEstimate(0, 0.5, 2), 100);
    assertEquals(1, sums.factor(fit), 1e-9, "100 of 300 are overhead");
    sums.add(new PriceFit.Stretch(200, 100), new OverheadEstimate(0, 0, 2), 0);
    assertEquals(0.5, sums.factor(fit), 1e-9);
  }

  @Test
  void whatIsKnownLaterTakesThePlaceOfWhatWasAdded() {
    PriceFit.Stretch first = seconds(300, 100);
    OverheadEstimate byPrices = new OverheadEstimate(0, 0.5, 2);
    OverheadEstimate bySamples = new OverheadEstimate(1, 2, 5);
    OverheadSums replaced = new OverheadSums(BUDGET);
    replaced.add(first, byPrices, 100e9);
    replaced.add(seconds(200, 100), byPrices, 50e9);
    replaced.replace(first, byPrices, bySamples, 100e9);
    OverheadSums added = new OverheadSums(BUDGET);
    added.add(seconds(200, 100), byPrices, 50e9);
    added.add(first, bySamples, 200e9);
    assertEquals(added.estimate().low(), replaced.estimate().low(), 1e-9);
    assertEquals(added.estimate().middle(), replaced.estimate().middle(), 1e-9);
    assertEquals(added.estimate().high(), replaced.estimate().high(), 1e-9);
    PriceFit fit = ProbePrices.sampled(() -> Double.NaN).fit();
    assertEquals(added.factor(fit), replaced.factor(fit), 1e-9);
    assertEquals(1.25, replaced.factor(fit), 1e-9);
    assertEquals(
        300 * Looks.SECOND, replaced.exceededNanos(), "200% is over the budget, 50% is not");
  }

  /** Long runs are hardly affected; short ones may have lost nothing. */
  @Test
  void theAgentsStartMayHaveSavedTheProgramWork() {
    OverheadEstimate lost = new OverheadEstimate(0.25, 0.5, 1);
    OverheadSums shortRun = new OverheadSums(BUDGET);
    shortRun.add(seconds(1, 0.5), lost, 1);
    assertEquals(0, shortRun.estimate().low(), 1e-9);
    assertEquals(0.5, shortRun.estimate().middle(), 1e-9);
    assertEquals(1, shortRun.estimate().high(), 1e-9);
    OverheadSums longRun = new OverheadSums(BUDGET);
    longRun.add(seconds(100, 50), lost, 1);
    double headStart = OverheadSums.HEAD_START_NANOS / Looks.SECOND;
    assertEquals(100 / (80 + headStart) - 1, longRun.estimate().low(), 1e-9);
  }
}
