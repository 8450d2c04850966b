package dev.tare.agent.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.calibration.Calibration;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CategoryStatisticsTest {
  private final KnownOverheads before = Calibration.known();

  @AfterEach
  void forget() {
    Calibration.publish(before);
  }

  @Test
  void threeTimesThePartOfColdCodeIsUncertain() {
    double[] overhead = new double[Category.KEYS];
    Arrays.fill(overhead, 25);
    Calibration.publish(new KnownOverheads(overhead, Double.NaN, 0, 0));
    CategoryStatistics statistics = new CategoryStatistics();
    assertEquals(0.4, statistics.uncertainty(0.4), "nothing was seen");
    statistics.add(Category.ofLeaf(Kind.C2_STATIC), 90, 20);
    assertEquals(0.4, statistics.uncertainty(0.4));
    statistics.add(Category.ofLeaf(Kind.INTERPRETED), 10, 20);
    assertEquals(0.5, statistics.uncertainty(0.4), 1e-9, "a tenth of it is cold");
    assertEquals(Double.NaN, statistics.uncertainty(Double.NaN), "of no calibration run");
  }

  @Test
  void whatWasBeforeAWindowMakesItNoLessCertain() {
    double[] overhead = new double[Category.KEYS];
    Arrays.fill(overhead, 25);
    Calibration.publish(new KnownOverheads(overhead, Double.NaN, 0, 0));
    CategoryTable table = new CategoryTable();
    table.updateDrift(1.1);
    CategoryStatistics before = new CategoryStatistics();
    before.add(Category.ofLeaf(Kind.INTERPRETED), 1_000, 20);
    before.add(table);
    CategoryStatistics now = new CategoryStatistics();
    now.add(Category.ofLeaf(Kind.INTERPRETED), 1_010, 20);
    now.add(Category.ofLeaf(Kind.C2_STATIC), 90, 20);
    now.add(table);
    assertEquals(0.5, now.since(before).uncertainty(0.4), 1e-9);
    assertEquals(now.fluctuation(), now.since(before).fluctuation(), "there is none since");
    table.updateDrift(1.1);
    CategoryStatistics later = new CategoryStatistics();
    later.add(table);
    assertEquals(0, later.since(before).fluctuation(), 1e-9, "as the drift before");
  }

  @Test
  void fluctuationIsHowFarSamplesWereFromTheDriftBeforeThem() {
    CategoryStatistics statistics = new CategoryStatistics();
    assertEquals(Double.NaN, statistics.fluctuation(), "no samples");
    CategoryTable table = new CategoryTable();
    table.updateDrift(1.1);
    statistics.add(table);
    assertEquals(
        0.25, statistics.fluctuation(), 1e-9, "as far as the first is from the calibration run");
    table.updateDrift(1.1);
    CategoryStatistics later = new CategoryStatistics();
    later.add(table);
    assertEquals(0.25 / Math.sqrt(2), later.fluctuation(), 1e-9);
    CategoryTable sum = new CategoryTable();
    sum.addAll(table);
    CategoryStatistics ofSum = new CategoryStatistics();
    ofSum.add(sum);
    assertEquals(later.fluctuation(), ofSum.fluctuation());
  }
}
