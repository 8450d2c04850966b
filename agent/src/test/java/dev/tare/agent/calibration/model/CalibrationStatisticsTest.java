package dev.tare.agent.calibration.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.CalibrationStatistics.DeferredPathDelta;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.List;
import org.junit.jupiter.api.Test;

class CalibrationStatisticsTest {
  private static final int KEY =
      Category.key(true, Kind.C2_STATIC, Kind.C2_STATIC, true, Kind.C2_STATIC);

  private static CalibrationStatistics one(long observed, double mean) {
    return of(new CategoryStatistic(KEY, observed, 20, mean, 2, 0, 0));
  }

  private static CalibrationStatistics of(CategoryStatistic trained) {
    return new CalibrationStatistics(List.of(trained), new DeferredPathDelta(1.5, -0.5), 57.5);
  }

  @Test
  void theRuntimeKnowsWhatWasTrainedAndGuessesItsLike() {
    KnownOverheads known = one(100_000, 30.5).known();
    assertTrue(known.isTrained(KEY));
    assertEquals(20, known.minimum(KEY));
    assertEquals(30.5, known.mean(KEY));
    assertEquals(2, known.baselineCallCost(KEY));
    int like = Category.key(true, Kind.C2_STATIC, Kind.C2_VIRTUAL, true, Kind.C2_STATIC);
    assertFalse(known.isTrained(like));
    assertEquals(30.5, known.mean(like));
  }

  @Test
  void whatIsLessWhereIntervalsArePutOffIsKept() {
    DeferredPathDelta less = new DeferredPathDelta(1.5, -0.5);
    CalibrationStatistics one = one(1, 30);
    assertEquals(less, one.withRun(key -> 1, key -> 1).deferredPathDelta());
    assertEquals(less, one.least(one(2, 31)).deferredPathDelta());
    assertEquals(less, CalibrationStatistics.medians(List.of(one, one)).deferredPathDelta());
  }

  @Test
  void aRunAddsItsIntervals() {
    CalibrationStatistics after = one(100, 30).withRun(key -> 11, key -> key == KEY ? 19 : 0);
    assertEquals(List.of(new CategoryStatistic(KEY, 111, 19, 30, 2, 0, 0)), after.categories());
    after = one(100, 30).withRun(key -> 0, key -> KnownOverheads.UNKNOWN);
    assertEquals(List.of(new CategoryStatistic(KEY, 100, 20, 30, 2, 0, 0)), after.categories());
  }

  @Test
  void ofALaterTrainingWhatIsSmallerIsTaken() {
    CalibrationStatistics known =
        of(new CategoryStatistic(KEY, 9, 20, 30, 2, Double.NaN, 40))
            .least(of(new CategoryStatistic(KEY, 20, 18, 29, 3, 24, Double.NaN)))
            .least(of(new CategoryStatistic(KEY, 31, 19, 35, 1, 22, 39)));
    assertEquals(List.of(new CategoryStatistic(KEY, 31, 18, 29, 3, 22, 39)), known.categories());
    assertEquals(4, known.known().overlap(KEY, 1, 1_000, 0, 0, Double.NaN), "of 29 less 3 less 22");
  }

  @Test
  void aTrialGoesWithTheLeavesOfItsTraining() {
    CalibrationStatistics known = leaf(30, 60).least(leaf(25, 55));
    assertEquals(25 * (60.0 / 30 + 55.0 / 25) / 2, known.probeCost());
    assertEquals(known.probeCost(), known.withRun(key -> 1, key -> 1).probeCost());
    assertEquals(
        60,
        CalibrationStatistics.medians(List.of(leaf(9, 60), leaf(9, 61), leaf(9, 2))).probeCost());
    assertEquals(Double.NaN, known.least(one(1, 20)).probeCost(), "none without leaves");
  }

  @Test
  void statisticsOfASlowMachineAreTold() {
    assertTrue(leaf(30, 61).areSlowerThan(50));
    assertFalse(leaf(30, 59).areSlowerThan(50), "by less than a fifth");
    assertFalse(leaf(30, 40).areSlowerThan(50), "of a faster one");
    assertFalse(leaf(30, 61).areSlowerThan(Double.NaN), "no sample");
    assertFalse(leaf(30, Double.NaN).areSlowerThan(50), "of a counter");
  }

  private static CalibrationStatistics leaf(double mean, double probeCost) {
    CategoryStatistic leaf =
        new CategoryStatistic(Category.ofLeaf(Kind.C2_STATIC), 1, 20, mean, 2, 0, 0);
    return new CalibrationStatistics(List.of(leaf), DeferredPathDelta.NOTHING, probeCost);
  }

  @Test
  void mediansAreTakenOfEachCategory() {
    CalibrationStatistics medians =
        CalibrationStatistics.medians(List.of(one(1, 30), one(2, 90), one(3, 31)));
    assertEquals(List.of(new CategoryStatistic(KEY, 3, 20, 31, 2, 0, 0)), medians.categories());
  }

  @Test
  void trainingsAgreeWithinOnePercentOrATenthOfTheUnit() {
    assertTrue(one(100_000, 100).agreesWith(one(100_000, 100.9)));
    assertFalse(one(100_000, 100).agreesWith(one(100_000, 101.1)));
    assertTrue(one(100_000, 1).agreesWith(one(100_000, 1.09)));
    assertFalse(one(100_000, 1).agreesWith(one(100_000, 1.11)));
  }

  @Test
  void ofWhatIsSeldomSeenNothingIsAsked() {
    assertTrue(one(100, 100).agreesWith(one(100, 200)));
  }

  @Test
  void whatOnlyOneTrainingMetIsNotAgreedOn() {
    assertFalse(
        one(100_000, 100)
            .agreesWith(
                new CalibrationStatistics(List.of(), DeferredPathDelta.NOTHING, Double.NaN)));
  }
}
