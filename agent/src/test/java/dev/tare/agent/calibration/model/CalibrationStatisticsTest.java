package dev.tare.agent.calibration.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.calibration.KnownOverheads.Costs;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationStatisticsTest {
  private static final int KEY = Category.ofLeaf(Kind.C2_STATIC);
  private static final Costs COSTS = new Costs(1.5, -0.5, 57.5, 3.25);

  private static CalibrationStatistics of(CategoryStatistic category, Costs costs) {
    return of(1.1, category, costs);
  }

  private static CalibrationStatistics of(
      double dispersion, CategoryStatistic category, Costs costs) {
    return new CalibrationStatistics(List.of(category), costs, dispersion, Convergence.COMPLETE);
  }

  /** Of a normal distribution, half of the values are within 0.6745 standard deviations. */
  @Test
  void whatPassesDisagreeAboutIsUncertain() {
    CategoryStatistic category = new CategoryStatistic(KEY, 9, 20, 30, 2);
    double deviation = 0.05;
    double dispersion = 1 + 2 * 0.6745 * deviation;
    assertEquals(2 * deviation, of(dispersion, category, COSTS).uncertainty(), 1e-9);
    assertEquals(0, of(1, category, COSTS).uncertainty(), "a counter that counts exactly");
    assertEquals(
        Double.NaN, of(Double.POSITIVE_INFINITY, category, COSTS).uncertainty(), "never measured");
  }

  @Test
  void theRuntimeKnowsWhatWasMeasured() {
    KnownOverheads known = of(new CategoryStatistic(KEY, 9, 20, 30.5, 2), COSTS).known();
    assertEquals(28.5, known.overhead(KEY));
    assertEquals(2, known.baselineCallCost(KEY));
    assertEquals(57.5, known.probeCost());
    assertEquals(3.25, known.overlap());
  }

  @Test
  void aRunAddsItsIntervals() {
    CalibrationStatistics before = of(new CategoryStatistic(KEY, 100, 20, 30, 2), COSTS);
    assertEquals(
        of(new CategoryStatistic(KEY, 111, 19, 30, 2), COSTS),
        before.withRun(key -> 11, key -> key == KEY ? 19 : 0));
    assertEquals(before, before.withRun(key -> 0, key -> KnownOverheads.UNKNOWN));
  }
}
