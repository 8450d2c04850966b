package dev.tare.agent.calibration.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationStatisticsTest {
  private static final int KEY = Category.ofLeaf(Kind.C2_STATIC);
  private static final Costs COSTS = new Costs(1.5, -0.5, 57.5, 3.25, 0.05);

  private static CalibrationStatistics of(CategoryStatistic category, Costs costs) {
    return of(1.1, category, costs);
  }

  private static CalibrationStatistics of(
      double dispersion, CategoryStatistic category, Costs costs) {
    return new CalibrationStatistics(List.of(category), costs, dispersion, Convergence.COMPLETE);
  }

  @Test
  void whatPassesDisagreeAboutIsUncertain() {
    CategoryStatistic category = new CategoryStatistic(KEY, 30, 2, 600);
    double expected = Math.hypot(0.05, 1.645 * 0.06);
    assertEquals(expected, of(1.05, category, COSTS).uncertainty(), 1e-9);
    assertEquals(1.645 * 0.06, of(1, category, COSTS).uncertainty(), 1e-9);
    assertEquals(
        Double.NaN, of(Double.POSITIVE_INFINITY, category, COSTS).uncertainty(), "never measured");
  }

  @Test
  void theFasterRunIsTaken() {
    CategoryStatistic category = new CategoryStatistic(KEY, 30, 2, 600);
    CalibrationStatistics slow = of(category, new Costs(0, 0, 60, 3, 0));
    CalibrationStatistics fast = of(category, new Costs(0, 0, 55, 3, 0));
    assertTrue(fast.isBetter(slow));
    assertFalse(slow.isBetter(fast));
    assertTrue(slow.isBetter(of(category, new Costs(0, 0, 55, Double.NaN, 0))));
    CalibrationStatistics counted = of(category, Costs.NONE);
    assertTrue(counted.isBetter(counted), "the later one, of what has no probe cost");
    assertFalse(
        new CalibrationStatistics(List.of(category), COSTS, 1, Convergence.CUT).isBetter(slow));
    CalibrationStatistics unsteady =
        new CalibrationStatistics(
            List.of(category), new Costs(0, 0, 50, 3, 0), 2, Convergence.UNSTEADY);
    assertFalse(unsteady.isBetter(fast), "the next run would train again");
    assertTrue(
        fast.isBetter(
            new CalibrationStatistics(
                List.of(category), new Costs(0, 0, 58, 3, 0), 2, Convergence.UNSTEADY)));
  }

  @Test
  void theRuntimeKnowsWhatWasMeasured() {
    KnownOverheads known = of(new CategoryStatistic(KEY, 30.5, 2, 600), COSTS).known();
    assertEquals(28.5, known.overhead(KEY));
    assertEquals(2, known.baselineCallCost(KEY));
    assertEquals(57.5, known.probeCost());
    assertEquals(3.25, known.hidden(100, 1));
  }

  @Test
  void withoutDriftAllElseIsTheSame() {
    CalibrationStatistics statistics = of(new CategoryStatistic(KEY, 30.5, 2, 600), COSTS);
    KnownOverheads known = statistics.knownWithoutDrift();
    assertEquals(Double.NaN, known.probeCost());
    assertEquals(28.5, known.overhead(KEY));
    assertEquals(2, known.baselineCallCost(KEY));
    assertEquals(3.25, known.hidden(100, 1));
  }
}
