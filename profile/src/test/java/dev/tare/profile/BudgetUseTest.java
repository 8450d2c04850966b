package dev.tare.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Objects;
import org.junit.jupiter.api.Test;

class BudgetUseTest {
  private static final BudgetUse EARLIER = new BudgetUse(1_000, 900, 800, 950, 100, 40, true);

  @Test
  void aPeriodHasWhatWasAdded() {
    BudgetUse now = new BudgetUse(3_000, 2_500, 2_000, 2_800, 150, 60, true);
    BudgetUse period = Objects.requireNonNull(now.since(EARLIER));
    assertEquals(new BudgetUse(2_000, 1_600, 1_200, 1_850, 50, 20, true), period);
    assertEquals(now, EARLIER.plus(period));
    assertNull(EARLIER.since(EARLIER));
  }

  /** As of a period that ends before the first measurement. */
  @Test
  void whatAnUnmeasuredPeriodLostIsInNoLaterOne() {
    BudgetUse unknown = new BudgetUse(1_000, 1_000, 0, 1_000, 0, 10, true);
    BudgetUse now = new BudgetUse(4_000, 2_000, 1_600, 3_200, 2_000, 30, true);
    assertEquals(new BudgetUse(3_000, 1_500, 1_200, 2_400, 1_500, 20, true), now.since(unknown));
  }

  @Test
  void weavingOfOnePercentIsWorthTelling() {
    assertTrue(new BudgetUse(1_000, 900, 800, 950, 100, 10, true).tellsWeaving());
    assertFalse(new BudgetUse(1_000, 900, 800, 950, 100, 9, true).tellsWeaving());
    assertFalse(new BudgetUse(0, 0, 0, 0, 0, 0, true).tellsWeaving());
  }

  @Test
  void ofAPeriodNoPartIsImpossibleWhereEarlierWorkIsKnownBetterNow() {
    BudgetUse more = new BudgetUse(1_100, 1_050, 1_020, 1_080, 100, 0, true);
    BudgetUse cheap = Objects.requireNonNull(more.since(EARLIER));
    assertEquals(new BudgetUse(100, 100, 100, 100, 0, 0, true), cheap);
    assertEquals(0, cheap.leastOverhead());
    assertEquals(0, cheap.mostOverhead());
    BudgetUse less = new BudgetUse(1_100, 800, 700, 850, 100, 0, true);
    BudgetUse dear = Objects.requireNonNull(less.since(EARLIER));
    assertFalse(dear.isBound());
    assertTrue(dear.mostOverhead() >= dear.leastOverhead());
  }
}
