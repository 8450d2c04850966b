package dev.tare.runtime.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.tree.TreeMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a thread's own intervals change of what is taken off them. */
class CategoryTableTest {
  private static final int CATEGORY =
      Category.number(
          Category.prefix(Category.ENTRY, Kind.C2_STATIC, Kind.C2_STATIC),
          Category.EXIT,
          Kind.C2_STATIC);
  private static final int MANY = 1 << 15;
  private static final double LESS = 4;

  private final KnownOverheads before = Calibration.known();
  private final CategoryTable table = new CategoryTable();

  @BeforeEach
  void know() {
    KnownOverheads known = new KnownOverheads();
    known.setTrained(Category.key(CATEGORY), 20, 28, 3);
    known.setDeferredPathDelta(LESS, 0);
    Calibration.publish(known);
    table.admit(CATEGORY);
  }

  @AfterEach
  void forget() {
    Calibration.publish(before);
  }

  @Test
  void ofIntervalsThatWerePutOffLessIsTakenOff() {
    observe(28 - (long) LESS);
    assertEquals(units(28 - 3), table.adjustment(CATEGORY));
    assertEquals(units(28 - 3 - LESS), table.adjustmentOfDeferred(CATEGORY));
  }

  @Test
  void thatTheyAreShorterDoesNotMakeTheOthersSo() {
    observe(28 - (long) LESS);
    table.trust();
    for (int i = 0; i < MANY; i++) {
      table.adjust(CATEGORY, 28);
    }
    assertEquals(units(28 - 3), table.adjustment(CATEGORY));
  }

  @Test
  void neverMoreIsTakenOffThanLeavesTheBareCalls() {
    observe(20 - (long) LESS);
    assertEquals(units(20 - 3), table.adjustment(CATEGORY));
    CategoryTable sum = new CategoryTable();
    sum.addAll(table);
    assertEquals(units(20 - 3), sum.adjustment(CATEGORY));
  }

  @Test
  void moreIsTakenOffWhereProbesTakeLongerThanInTraining() {
    table.trust();
    table.updateDrift(1.5);
    assertEquals(units(28 * 1.5 - 3), table.adjust(CATEGORY, 40), "at once");
    table.updateDrift(1.1);
    assertEquals(units(28 * 1.4 - 3), table.adjust(CATEGORY, 40), "smoothed");
    assertEquals(units(28 * 1.3 - 3), table.adjustment(CATEGORY), "in the mean");
    CategoryTable sum = new CategoryTable();
    sum.addAll(table);
    assertEquals(units(28 * 1.3 - 3), sum.adjustment(CATEGORY), "of ended threads");
  }

  @Test
  void whatNoTrialCanBeIsNoPace() {
    table.trust();
    table.updateDrift(Double.NaN);
    table.updateDrift(2.5);
    table.updateDrift(0.3);
    assertEquals(units(28 - 3), table.adjust(CATEGORY, 40));
    assertEquals(1, table.meanDrift());
  }

  @Test
  void oneThatIsNeverTrustedIsNot() {
    CategoryTable never = CategoryTable.neverTrusted();
    never.admit(CATEGORY);
    never.trust();
    assertFalse(never.trusts(CATEGORY));
    table.trust();
    assertTrue(table.trusts(CATEGORY));
  }

  @Test
  void hasRoomForWhatWasMetAndIsCounted() {
    CategoryTable empty = new CategoryTable();
    assertEquals(0, empty.memory());
    long taken = TreeMemory.taken();
    empty.admit(CATEGORY);
    assertTrue(empty.count() > CATEGORY);
    assertEquals(empty.memory(), TreeMemory.taken() - taken);
    TreeMemory.giveBack(empty.memory());
  }

  private void observe(long interval) {
    for (int i = 0; i < MANY; i++) {
      table.observe(CATEGORY, interval);
    }
  }

  private static long units(double value) {
    return Math.round(value * (1 << KnownOverheads.FRACTION_BITS));
  }
}
