package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MethodRatesTest {
  private static final int MERGED = 0;
  private static final int COUNTED = 1;
  private static final double[] NOT_EXPECTED = {0, 0};

  private final MethodRates rates = new MethodRates();

  MethodRatesTest() {
    rates.add(MERGED, 1_000, WorkUnits.ONE);
    rates.add(COUNTED, 10, WorkUnits.ONE);
  }

  @Test
  void mergedMethodsAreCalledForTheSameWorkAsBefore() {
    WorkUnits twice = WorkUnits.ONE.next(new AnchorRatio(Math.log(2), 0, 100));
    assertEquals(2_020, rates.allCalls(new long[] {-1, 20}, NOT_EXPECTED, twice), 1e-9);
    WorkUnits sixTimes = twice.next(3);
    assertEquals(6_060, rates.allCalls(new long[] {-1, 60}, NOT_EXPECTED, sixTimes), 1e-9);
  }

  @Test
  void ofOtherWorkFewerCallsAreCertain() {
    WorkUnits other = WorkUnits.ONE.next(new AnchorRatio(Math.log(2), Math.log(50), 100));
    assertEquals(40 + 20, rates.allCalls(new long[] {-1, 20}, NOT_EXPECTED, other), 1e-9);
    assertEquals(2 * 1_000, rates.perUnit(MERGED) * other.median(), 1e-9);
  }

  @Test
  void whatEarlierRunsLetExpectCountsWhereItIsMore() {
    double[] expected = {3_000, 3_000};
    assertEquals(3_010, rates.allCalls(new long[] {-1, 10}, expected, WorkUnits.ONE), 1e-9);
  }
}
