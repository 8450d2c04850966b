package dev.tare.agent.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.tare.agent.budget.CallPrices;
import dev.tare.profile.Metric;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallOverheadTest {
  private static final Metric CPU = new Metric("cpu", "ns", "test");
  private static final Metric INSTRUCTIONS = new Metric("instructions", "events", "test");
  private static final CallPrices PRICES = new CallPrices(8, 5, 3, 0.5);

  private static CallOverhead overhead(boolean isBesideReadings, double[] searchTimes) {
    return new CallOverhead(isBesideReadings, new CategoryStatistics(), PRICES, searchTimes);
  }

  private static double units(long parts) {
    return (double) parts / (1 << KnownOverheads.FRACTION_BITS);
  }

  @Test
  void theFirstCallsOfANodeTakeLonger() {
    double[] means = new double[Long.SIZE];
    means[0] = 200;
    means[1] = 100;
    means[2] = 20;
    CallOverhead overhead = overhead(false, means);
    assertEquals(0, units(overhead.ofSearches(0, 0)));
    assertEquals(100, units(overhead.ofSearches(0, 1)));
    assertEquals(150, units(overhead.ofSearches(0, 2)));
    assertEquals(200, units(overhead.ofSearches(0, 3)));
    assertEquals(210, units(overhead.ofSearches(0, 4)));
    assertEquals(240, units(overhead.ofSearches(0, 7)));
    assertEquals(240, units(overhead.ofSearches(0, 1_000_000_000_000L)));
    assertEquals(90, units(overhead.ofSearches(2, 5)), "of the third to the seventh");
  }

  @Test
  void manyCallsAreNoOverflow() {
    double[] means = new double[Long.SIZE];
    Arrays.fill(means, 20);
    assertEquals(1e13, units(overhead(false, means).ofSearches(0, 1_000_000_000_000L)), 1);
  }

  @Test
  void eachKindOfCallHasItsPrice() {
    CallOverhead overhead = overhead(true, new double[Long.SIZE]);
    assertEquals(80, units(overhead.ofPairs(10)));
    assertEquals(50, units(overhead.ofEntries(10)));
    assertEquals(30, units(overhead.ofFlat(10)));
  }

  @Test
  void pricesAreOfTimesAndNotOfInstructions() {
    Optional<CallPrices> prices = Optional.of(PRICES);
    assertEquals(prices, CallAdjustment.ofSampled(CPU, prices).prices());
    assertEquals(Optional.empty(), CallAdjustment.ofSampled(INSTRUCTIONS, prices).prices());
    assertEquals(CallAdjustment.Calls.ALL, CallAdjustment.ofSampled(INSTRUCTIONS, prices).of());
    assertEquals(prices, CallAdjustment.ofFull(CPU, prices).prices());
    assertSame(CallAdjustment.NONE, CallAdjustment.ofFull(INSTRUCTIONS, prices));
    assertSame(CallAdjustment.NONE, CallAdjustment.ofFull(CPU, Optional.empty()));
  }
}
