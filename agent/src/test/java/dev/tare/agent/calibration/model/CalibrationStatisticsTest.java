package dev.tare.agent.calibration.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationStatisticsTest {
  private static final int KEY = Category.ofLeaf(Kind.C2_STATIC);
  private static final Costs COSTS = new Costs(57.5, 3.25, 0.05);

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

  private static CalibrationStatistics with(Costs costs, double dispersion, Convergence reached) {
    CategoryStatistic category = new CategoryStatistic(KEY, dispersion, 2, 600);
    return new CalibrationStatistics(List.of(category), costs, dispersion, reached);
  }

  private static CalibrationStatistics complete(double probeCost, double overlap) {
    return with(new Costs(probeCost, overlap, 0), 1, Convergence.COMPLETE);
  }

  @Test
  void theFasterRunIsTaken() {
    CalibrationStatistics slow = complete(60, 3);
    CalibrationStatistics fast = complete(55, 3);
    assertEquals(fast, fast.orBetter(slow));
    assertEquals(fast, slow.orBetter(fast));
    assertEquals(slow, slow.orBetter(complete(55, Double.NaN)), "it knows more");
    CalibrationStatistics later = with(Costs.NONE, 2, Convergence.COMPLETE);
    assertEquals(later, later.orBetter(with(Costs.NONE, 3, Convergence.COMPLETE)), "no probe cost");
    CalibrationStatistics cut = with(new Costs(50, 3, 0), 1, Convergence.CUT);
    assertEquals(slow, cut.orBetter(slow));
    CalibrationStatistics unsteady = with(new Costs(50, 3, 0), 2, Convergence.UNSTEADY);
    assertEquals(fast, unsteady.orBetter(fast), "the next run would train again");
    CalibrationStatistics slower = with(new Costs(58, 3, 0), 2, Convergence.UNSTEADY);
    assertEquals(fast, fast.orBetter(slower));
  }

  @Test
  void theHostTookTheLeastThatAnyRunHasSeen() {
    CalibrationStatistics fast = with(new Costs(55, 3, 0.28), 1, Convergence.COMPLETE);
    CalibrationStatistics slow = with(new Costs(60, 6, 0.05), 1, Convergence.COMPLETE);
    CalibrationStatistics both = with(new Costs(55, 3, 0.05), 1, Convergence.COMPLETE);
    assertEquals(both, fast.orBetter(slow));
    assertEquals(both, slow.orBetter(fast));
  }

  @Test
  void theRuntimeKnowsWhatWasMeasured() {
    KnownOverheads known = of(new CategoryStatistic(KEY, 30.5, 2, 600), COSTS).known();
    assertEquals(28.5, known.overhead(KEY));
    assertEquals(57.5, known.probeCost());
    assertEquals(3.25, known.hidden(100, 1));
  }

  @Test
  void withoutDriftAllElseIsTheSame() {
    CalibrationStatistics statistics = of(new CategoryStatistic(KEY, 30.5, 2, 600), COSTS);
    KnownOverheads known = statistics.knownWithoutDrift();
    assertEquals(Double.NaN, known.probeCost());
    assertEquals(28.5, known.overhead(KEY));
    assertEquals(3.25, known.hidden(100, 1));
  }
}
