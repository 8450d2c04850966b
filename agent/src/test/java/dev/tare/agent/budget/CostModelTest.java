package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CostModelTest {
  @Test
  void workAndProbesMakeTheCpuTime() {
    double work = CostModel.work(2, 3e8, 1e9);
    assertEquals(1e9, work * (1 + CostModel.overhead(2, 3e8, work)), 1);
  }

  @Test
  void withoutCallsAllIsWork() {
    assertEquals(1e9, CostModel.work(2, 0, 1e9), 1);
    assertEquals(0, CostModel.overhead(2, 0, 1e9));
  }

  @Test
  void dearerProbesThanCpuTimeLeaveTheLeastWork() {
    assertEquals(1e7, CostModel.work(10, 1e12, 1e9), 1e3);
    assertFalse(CostModel.isPossible(10, 1e12, 1e9));
    assertTrue(CostModel.isPossible(1, 1e8, 1e9));
  }

  @Test
  void whatIsAllowedCostsWhatIsAllowed() {
    double priced = CostModel.pricedPerWork(3, 0.08);
    assertEquals(0.08, CostModel.overhead(3, priced, 1), 1e-12);
  }
}
