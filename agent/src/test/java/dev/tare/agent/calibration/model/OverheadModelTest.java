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
    return new CategoryStatistic(key, mean, baselineCallCost);
  }

  private static double overhead(OverheadModel model, int key) {
    return model.known(Costs.NONE).overhead(key);
  }

  @Test
  void withoutMeasurementsNothingIsKnown() {
    assertEquals(Double.NaN, overhead(new OverheadModel(List.of()), 0));
  }

  /** The solver gives one of two categories all bare calls that always occur together. */
  @Test
  void betweenTheSameEventsProbesOfCompiledMethodsCostTheSame() {
    int fromStatic = Category.key(true, Kind.C2_STATIC, Kind.C2_STATIC, false, Kind.C2_STATIC);
    int fromVirtual = Category.key(true, Kind.C2_VIRTUAL, Kind.C2_STATIC, false, Kind.C2_STATIC);
    int toVirtual = Category.key(true, Kind.C2_STATIC, Kind.C2_STATIC, false, Kind.C2_VIRTUAL);
    OverheadModel model =
        new OverheadModel(
            List.of(
                measured(fromStatic, 215, 15),
                measured(fromVirtual, 230, 30),
                measured(toVirtual, 214, 0)));
    KnownOverheads known = model.known(Costs.NONE);
    for (int key : new int[] {fromStatic, fromVirtual, toVirtual}) {
      assertEquals(200, known.overhead(key));
    }
    // One of three is 14 of 200 off.
    assertEquals(0.07 / Math.sqrt(3), model.spread, 1e-9);
    assertEquals(14, known.baselineCallCost(toVirtual));
    assertEquals(30, known.baselineCallCost(fromVirtual));
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
