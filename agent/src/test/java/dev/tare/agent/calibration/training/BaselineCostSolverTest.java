package dev.tare.agent.calibration.training;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import dev.tare.trainer.BaselineCostSolver;
import org.junit.jupiter.api.Test;

class BaselineCostSolverTest {
  /** Numbers of events: 0 are of leaves, 1 between them, 2 of chains. */
  private static final int[] EVENTS = {0, 1, 0, 2};

  @Test
  void intervalsBetweenTheSameEventsCostTheSame() {
    double[][] counts = {{600, 600, 0, 0}, {0, 300, 300, 600}, {600, 600, 0, 1_200}};
    double[] plain = {2_400, 2_400, 4_800};
    assertArrayEquals(
        new double[] {2, 2, 2, 2}, BaselineCostSolver.solve(counts, EVENTS, plain), 1e-6);
  }

  @Test
  void noCostIsLessThanNothing() {
    double[][] counts = {{600, 600, 0, 0}, {600, 600, 0, 1_200}};
    double[] costs = BaselineCostSolver.solve(counts, EVENTS, new double[] {2_400, 1_200});
    assertArrayEquals(new double[] {1.8, 1.8, 1.8, 0}, costs, 1e-6);
  }

  @Test
  void categoriesThatTheLastPassDidNotMeetHaveNoIntervals() {
    double[] costs = BaselineCostSolver.solve(new double[][] {{600}}, EVENTS, new double[] {1_800});
    assertArrayEquals(new double[] {3, 0, 3, 0}, costs, 1e-6);
  }
}
