package dev.tare.agent.calibration.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverheadModelTest {
  private static CategoryStatistic measured(int key, double mean, double baselineCallCost) {
    return new CategoryStatistic(key, mean, baselineCallCost, 100);
  }

  private static double overhead(OverheadModel model, int key) {
    return model.known(Costs.NONE).overhead(key);
  }

  @Test
  void withoutMeasurementsNothingIsKnown() {
    assertEquals(Double.NaN, overhead(new OverheadModel(List.of()), 0));
  }

  /** However kernels mix them: an interval of many counts as much as one of few. */
  @Test
  void betweenTheSameEventsProbesOfCompiledMethodsCostTheSame() {
    int fromStatic = Category.key(true, Kind.C2_STATIC, Kind.C2_STATIC, false, Kind.C2_STATIC);
    int fromVirtual = Category.key(true, Kind.C2_VIRTUAL, Kind.C2_STATIC, false, Kind.C2_STATIC);
    int toVirtual = Category.key(true, Kind.C2_STATIC, Kind.C2_STATIC, false, Kind.C2_VIRTUAL);
    OverheadModel model =
        new OverheadModel(
            List.of(
                new CategoryStatistic(fromStatic, 213, 15, 300),
                new CategoryStatistic(fromVirtual, 209, 15, 500),
                new CategoryStatistic(toVirtual, 233, 15, 200)));
    KnownOverheads known = model.known(Costs.NONE);
    for (int key : new int[] {fromStatic, fromVirtual, toVirtual}) {
      assertEquals(200, known.overhead(key));
    }
    // By parts of 200: 1 % of three tenths, 3 % of half, and 9 % of two tenths of all intervals.
    assertEquals(Math.sqrt(0.3 * 1 + 0.5 * 9 + 0.2 * 81) / 100, model.spread, 1e-9);
  }

  @Test
  void aMethodThatC2HasNotCompiledAddsNothingLessThanNothing() {
    int compiled = Category.ofLeaf(Kind.C2_STATIC);
    int c1 = Category.ofLeaf(Kind.C1_STATIC);
    OverheadModel model =
        new OverheadModel(List.of(measured(compiled, 183, 3), measured(c1, 190, 90)));
    assertEquals(180, overhead(model, c1));
  }

  @Test
  void whatWasMeasuredOfItMayBeMore() {
    int compiled = Category.ofLeaf(Kind.C2_STATIC);
    int c1 = Category.ofLeaf(Kind.C1_STATIC);
    OverheadModel model =
        new OverheadModel(List.of(measured(compiled, 183, 3), measured(c1, 290, 90)));
    assertEquals(200, overhead(model, c1));
    assertEquals(180, overhead(model, Category.ofLeaf(Kind.INTERPRETED)), "not measured");
  }

  @Test
  void whereNoCategoryHasALookupItIsAsWithout() {
    int key = Category.key(true, Kind.C2_STATIC, Kind.C2_STATIC, false, Kind.C2_STATIC);
    OverheadModel model =
        new OverheadModel(
            List.of(measured(key, 270, 0), measured(Category.ofLeaf(Kind.C2_STATIC), 180, 0)));
    assertEquals(270, overhead(model, key | Category.LOOKUP));
    int exits = Category.key(true, Kind.C2_STATIC, Kind.C2_STATIC, true, Kind.C2_STATIC);
    assertEquals(Double.NaN, overhead(model, exits), "events that were not met");
  }

  @Test
  void whereC2CompilesNothingWhatWasMeasuredCounts() {
    int interpreted = Category.ofLeaf(Kind.INTERPRETED);
    int called = Category.key(false, Kind.OTHER, Kind.INTERPRETED, true, Kind.INTERPRETED);
    OverheadModel model =
        new OverheadModel(List.of(measured(interpreted, 2_000, 0), measured(called, 2_100, 0)));
    assertEquals(2_000, overhead(model, interpreted));
    assertEquals(2_100, overhead(model, called));
    assertEquals(Double.NaN, overhead(model, Category.ofLeaf(Kind.C1_STATIC)));
  }
}
