package dev.tare.agent.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.profile.Metric;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CallOverheadTest {
  private static double nanos(CallOverhead overhead, long calls) {
    return (double) overhead.ofSearches(calls) / (1 << KnownOverheads.FRACTION_BITS);
  }

  @Test
  void theFirstCallsOfANodeTakeLonger() {
    double[] means = new double[Long.SIZE];
    means[0] = 100;
    means[1] = 50;
    means[2] = 10;
    CallOverhead overhead = new CallOverhead(new CategoryStatistics(), means);
    assertEquals(0, nanos(overhead, 0));
    assertEquals(100, nanos(overhead, 1));
    assertEquals(150, nanos(overhead, 2));
    assertEquals(200, nanos(overhead, 3));
    assertEquals(210, nanos(overhead, 4));
    assertEquals(240, nanos(overhead, 7));
    assertEquals(240, nanos(overhead, 1_000_000_000_000L));
  }

  @Test
  void manyCallsAreNoOverflow() {
    double[] means = new double[Long.SIZE];
    Arrays.fill(means, 10);
    CallOverhead overhead = new CallOverhead(new CategoryStatistics(), means);
    assertEquals(1e13, nanos(overhead, 1_000_000_000_000L), 1);
  }

  @Test
  void searchesAreTakenOffTimesAndNotOffInstructions() {
    assertEquals(
        CallAdjustment.PROBES_AND_SEARCHES,
        CallAdjustment.ofSampled(new Metric("cpu", "ns", "test")));
    assertEquals(
        CallAdjustment.PROBES,
        CallAdjustment.ofSampled(new Metric("instructions", "events", "test")));
  }
}
