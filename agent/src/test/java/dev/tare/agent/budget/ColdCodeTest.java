package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ColdCodeTest {
  @Test
  void workCountsByItsCalls() {
    // 100 million calls in 1.5 s: 15 ns a call, of which 1.5 count.
    assertEquals(1.5e8, ColdCode.countedWork(1.5e9, 1e8), 1);
  }

  @Test
  void workOfFewNanosecondsACallCounts() {
    assertEquals(1e9, ColdCode.countedWork(1e9, 1e9));
  }

  @Test
  void workWithoutKnownCallsCountsForAHundredth() {
    assertEquals(1e7, ColdCode.countedWork(1e9, 0), 1);
  }
}
