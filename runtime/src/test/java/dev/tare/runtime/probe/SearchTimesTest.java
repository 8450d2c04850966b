package dev.tare.runtime.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Other tests of this JVM may have timed searches of nodes with few calls. */
class SearchTimesTest {
  private static final int SEARCHES = 100_000;
  private static final int SELDOM = 40;
  private static final int OFTEN = 50;

  @AfterEach
  void take() {
    SearchTimes.takeMean();
  }

  @Test
  void searchesAreToldApartByTheCallsOfTheirNodes() {
    for (int i = 0; i < SEARCHES; i++) {
      SearchTimes.add((1L << SELDOM) + i, 80);
      SearchTimes.add((2L << OFTEN) - 1, 2);
    }
    double[] means = SearchTimes.means();
    assertEquals(80, means[SELDOM], 0.1);
    assertEquals(2, means[OFTEN], 0.1);
    assertEquals(means[OFTEN], means[OFTEN + 1], 1e-9, "none: as those of the bin before");
    assertEquals(41, SearchTimes.takeMean(), 1);
    assertTrue(Double.isNaN(SearchTimes.takeMean()), "taken");
    assertEquals(80, SearchTimes.means()[SELDOM], 0.1, "means are of the whole run");
  }
}
