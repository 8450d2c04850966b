package dev.tare.agent.calibration.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.CalibrationStatistics.Costs;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationStatisticsTest {
  private static final int KEY = Category.ofLeaf(Kind.C2_STATIC);
  private static final Costs COSTS = new Costs(1.5, -0.5, 57.5, 40);

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
  void theMostUnsteadyRunCounts() {
    CategoryStatistic category = new CategoryStatistic(KEY, 9, 20, 30, 2);
    CalibrationStatistics steady = of(1.01, category, COSTS);
    CalibrationStatistics unsteady = of(1.2, category, COSTS);
    assertEquals(1.2, steady.least(unsteady).dispersion());
    assertEquals(1.2, unsteady.least(steady).dispersion());
  }

  @Test
  void theRuntimeKnowsWhatWasMeasured() {
    KnownOverheads known = of(new CategoryStatistic(KEY, 9, 20, 30.5, 2), COSTS).known();
    assertEquals(28.5, known.overhead(KEY));
    assertEquals(2, known.baselineCallCost(KEY));
    assertEquals(57.5, known.probeCost());
    assertEquals(10, known.serializeCost(), "40 less 30.5");
  }

  @Test
  void aRunAddsItsIntervals() {
    CalibrationStatistics before = of(new CategoryStatistic(KEY, 100, 20, 30, 2), COSTS);
    assertEquals(
        of(new CategoryStatistic(KEY, 111, 19, 30, 2), COSTS),
        before.withRun(key -> 11, key -> key == KEY ? 19 : 0));
    assertEquals(before, before.withRun(key -> 0, key -> KnownOverheads.UNKNOWN));
  }

  @Test
  void ofALaterRunWhatIsSmallerIsTaken() {
    CalibrationStatistics known =
        of(new CategoryStatistic(KEY, 9, 20, 30, 2), COSTS)
            .least(of(new CategoryStatistic(KEY, 20, 18, 29, 3), new Costs(9, 9, 56, Double.NaN)))
            .least(of(new CategoryStatistic(KEY, 31, 19, 35, 1), new Costs(9, 9, 60, 39)));
    assertEquals(
        of(
            new CategoryStatistic(KEY, 31, 18, 29, 3),
            new Costs(1.5, -0.5, known.costs().probeCost(), 39)),
        known);
  }

  @Test
  void theProbeCostGoesWithTheLeavesOfItsRun() {
    CategoryStatistic slow = new CategoryStatistic(KEY, 1, 20, 30, 2);
    CategoryStatistic fast = new CategoryStatistic(KEY, 1, 20, 25, 2);
    CalibrationStatistics known =
        of(slow, new Costs(0, 0, 60, 40)).least(of(fast, new Costs(0, 0, 55, 40)));
    assertEquals(25 * (60.0 / 30 + 55.0 / 25) / 2, known.costs().probeCost());
  }
}
