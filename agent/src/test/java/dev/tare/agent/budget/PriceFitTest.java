package dev.tare.agent.budget;

import static dev.tare.agent.budget.ProgramSize.LARGE;
import static dev.tare.agent.budget.ProgramSize.SMALL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.budget.PriceFit.Stretch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PriceFitTest {
  private static final AnchorRatio EQUAL_WORK = new AnchorRatio(0, 0.04, 100);

  private static Stretch stretch(double factor, double work, double priced) {
    return new Stretch(work * (1 + CostModel.overhead(factor, priced, work)), priced);
  }

  @Test
  void beginsWide() {
    PriceFit fit = ProbePrices.sampled(() -> Double.NaN).fit();
    assertFalse(fit.isFitted());
    assertTrue(fit.quantile(0.05) < 0.4);
    assertTrue(fit.quantile(0.95) > 1.5);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.4, 0.75, 1.5, 3})
  void findsTheFactorFromTwoConfigurations(double truth) {
    PriceFit fit = ProbePrices.sampled(() -> Double.NaN).fit();
    fit.compare(stretch(truth, 1e9, 2e9), stretch(truth, 1e9, 1e8), EQUAL_WORK);
    assertTrue(fit.isFitted());
    assertEquals(Math.log(truth), Math.log(fit.quantile(0.5)), 0.35);
    assertTrue(fit.quantile(0.05) < truth && truth < fit.quantile(0.95));
  }

  @Test
  void oneConfigurationSaysNothing() {
    PriceFit fit = ProbePrices.sampled(() -> Double.NaN).fit();
    double before = fit.deviation();
    fit.compare(stretch(2, 1e9, 1e9), stretch(2, 1e9, 1e9), EQUAL_WORK);
    assertFalse(fit.isFitted());
    assertEquals(before, fit.deviation(), 0.1);
  }

  @Test
  void whatLeavesNoRoomForWorkIsForgotten() {
    PriceFit fit = ProbePrices.sampled(() -> Double.NaN).fit();
    fit.seen(new Stretch(1e9, 9e8));
    assertTrue(fit.quantile(0.999) < 2.2, "factor " + fit.quantile(0.999));
  }

  @Test
  void noComparisonTellsWhatIsImpossible() {
    PriceFit fit = ProbePrices.full("time", () -> Double.NaN).fit();
    Stretch same = new Stretch(1e9, 1e9);
    for (int i = 0; i < 5; i++) {
      fit.compare(same, new Stretch(1e9, 1e8), EQUAL_WORK);
    }
    assertTrue(fit.quantile(0.01) >= ProbePrices.full("time", () -> Double.NaN).lowestFactor());
  }

  @Test
  void aSmallProgramMayHaveCheapProbesUntilSamplesTell() {
    PriceFit fit = ProbePrices.full("time", () -> Double.NaN).fit();
    assertEquals(fit.quantile(0.025), fit.quantile(0.025, LARGE));
    assertTrue(fit.quantile(0.025) > 0.6);
    assertEquals(0.17, fit.quantile(0.025, SMALL), 0.02);
    assertEquals(0.75, fit.quantile(0.5, SMALL), 0.03);
    assertEquals(3.3, fit.quantile(0.975, SMALL), 0.2);
    fit.sampled(stretch(0.2, 1e9, 4e8), samples(CostModel.overhead(0.2, 4e8, 1e9) / 0.9), SMALL);
    assertEquals(fit.quantile(0.025), fit.quantile(0.025, SMALL));
    assertEquals(fit.quantile(0.975), fit.quantile(0.975, SMALL));
  }

  @Test
  void anUnsteadyProgramIsBelievedLess() {
    PriceFit steady = ProbePrices.sampled(() -> Double.NaN).fit();
    PriceFit unsteady = ProbePrices.sampled(() -> Double.NaN).fit();
    for (int i = 0; i < 6; i++) {
      steady.unchanged(new Stretch(1e9, 1e7), new Stretch(1e9, 1e7), EQUAL_WORK);
      double cpu = i % 2 == 0 ? 1.5e9 : 0.7e9;
      unsteady.unchanged(new Stretch(1e9, 1e7), new Stretch(cpu, 1e7), EQUAL_WORK);
    }
    steady.compare(stretch(2, 1e9, 5e8), stretch(2, 1e9, 1e8), EQUAL_WORK);
    unsteady.compare(stretch(2, 1e9, 5e8), stretch(2, 1e9, 1e8), EQUAL_WORK);
    assertTrue(steady.deviation() < unsteady.deviation());
  }

  /** As many samples as a stretch of ten seconds has. */
  private static ProbeSamples samples(double overhead) {
    long all = 2_500;
    return new ProbeSamples(all, Math.round(all * overhead / (1 + overhead)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.75, 1.5, 5})
  void findsTheFactorFromSamples(double truth) {
    PriceFit fit = ProbePrices.sampled(() -> Double.NaN).fit();
    Stretch stretch = stretch(truth, 1e9, 4e8);
    fit.sampled(stretch, samples(CostModel.overhead(truth, 4e8, 1e9) / 1.9), LARGE);
    assertTrue(fit.isFitted());
    assertTrue(fit.quantile(0.05) < truth && truth < fit.quantile(0.95), "factor " + fit.log());
    assertTrue(fit.quantile(0.95) < 5 * fit.quantile(0.05));
  }

  @Test
  void samplesThatAgreeSayNoMoreThanOnce() {
    PriceFit fit = ProbePrices.sampled(() -> Double.NaN).fit();
    Stretch stretch = stretch(1, 1e9, 4e8);
    fit.sampled(stretch, samples(0.3), LARGE);
    double once = fit.deviation();
    fit.sampled(stretch, samples(0.3), LARGE);
    assertEquals(once, fit.deviation(), 1e-9);
  }

  @Test
  void fewSamplesInProbesSayLess() {
    PriceFit few = ProbePrices.sampled(() -> Double.NaN).fit();
    PriceFit many = ProbePrices.sampled(() -> Double.NaN).fit();
    Stretch stretch = stretch(1, 1e9, 1e7);
    few.sampled(stretch, new ProbeSamples(300, 3), LARGE);
    many.sampled(stretch, new ProbeSamples(30_000, 300), LARGE);
    assertTrue(many.deviation() < 0.95 * few.deviation());
  }

  /** As in a service of weeks, whose batches or phases are compared again and again. */
  @Test
  void comparisonsWithoutEndStayProbabilities() {
    PriceFit fit = ProbePrices.full("time", () -> Double.NaN).fit();
    Stretch same = new Stretch(1e9, 1e8);
    for (int i = 0; i < 2000; i++) {
      fit.compare(same, same, EQUAL_WORK);
    }
    assertTrue(Double.isFinite(fit.log()) && fit.deviation() > 0, fit.log() + "");
    assertTrue(fit.quantile(0.05) < fit.quantile(0.95));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-9, 1e9})
  void samplesThatNoFactorExplainsTellTheNearest(double priced) {
    PriceFit fit = ProbePrices.sampled(() -> Double.NaN).fit();
    fit.sampled(new Stretch(1e9, priced), new ProbeSamples(1_000_000, 300_000), SMALL);
    assertTrue(Double.isFinite(fit.log()), fit.log() + "");
    assertTrue(priced > 1 || fit.quantile(0.5) > 10, fit.quantile(0.5) + "");
  }
}
