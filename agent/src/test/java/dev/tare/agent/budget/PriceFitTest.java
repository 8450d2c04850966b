package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.budget.PriceFit.Stretch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PriceFitTest {
  private static final AnchorRatio EQUAL_WORK = new AnchorRatio(0, 0.01, 100);

  private static Stretch stretch(double factor, double work, double priced) {
    return new Stretch(work * (1 + CostModel.overhead(factor, priced, work)), priced);
  }

  @Test
  void beginsWide() {
    PriceFit fit = new PriceFit();
    assertFalse(fit.isFitted());
    assertTrue(fit.quantile(0.05) < 0.55);
    assertTrue(fit.quantile(0.95) > 4);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 5})
  void findsTheFactorFromTwoConfigurations(double truth) {
    PriceFit fit = new PriceFit();
    fit.compare(stretch(truth, 1e9, 2e9), stretch(truth, 1e9, 1e8), EQUAL_WORK, false);
    assertTrue(fit.isFitted());
    assertEquals(Math.log(truth), Math.log(fit.quantile(0.5)), 0.35);
    assertTrue(fit.lowest() < truth && truth < fit.quantile(0.95));
  }

  @Test
  void oneConfigurationSaysNothing() {
    PriceFit fit = new PriceFit();
    double before = fit.deviation();
    fit.compare(stretch(2, 1e9, 1e9), stretch(2, 1e9, 1e9), EQUAL_WORK, false);
    assertFalse(fit.isFitted());
    assertEquals(before, fit.deviation(), 0.1);
  }

  @Test
  void whatLeavesNoRoomForWorkIsForgotten() {
    PriceFit fit = new PriceFit();
    fit.seen(new Stretch(1e9, 9e8));
    assertTrue(fit.quantile(0.999) < 2.2, "factor " + fit.quantile(0.999));
  }

  @Test
  void coldCodeAloneMakesTheLowestFactorLower() {
    PriceFit cold = new PriceFit();
    cold.compare(stretch(2, 1e9, 2e9), stretch(2, 1e9, 1e8), EQUAL_WORK, true);
    assertTrue(cold.lowest() < cold.quantile(0.05) / 2);
  }

  @Test
  void anUnsteadyProgramIsBelievedLess() {
    PriceFit steady = new PriceFit();
    PriceFit unsteady = new PriceFit();
    for (int i = 0; i < 6; i++) {
      steady.unchanged(new Stretch(1e9, 1e7), new Stretch(1e9, 1e7), EQUAL_WORK);
      double cpu = i % 2 == 0 ? 1.5e9 : 0.7e9;
      unsteady.unchanged(new Stretch(1e9, 1e7), new Stretch(cpu, 1e7), EQUAL_WORK);
    }
    steady.compare(stretch(2, 1e9, 5e8), stretch(2, 1e9, 1e8), EQUAL_WORK, false);
    unsteady.compare(stretch(2, 1e9, 5e8), stretch(2, 1e9, 1e8), EQUAL_WORK, false);
    assertTrue(steady.deviation() < unsteady.deviation());
  }
}
