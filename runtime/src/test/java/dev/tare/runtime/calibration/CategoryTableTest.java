package dev.tare.runtime.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.tree.TreeMemory;
import java.util.stream.LongStream;
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
  private static final long LONG = 5_000;

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
  void aFirstSampleOutOfBoundsIsOfProbesThatAreNotCompiled() {
    table.trust();
    table.updateDrift(Double.NaN);
    table.updateDrift(2.5);
    table.updateDrift(0.3);
    assertEquals(units(28 - 3), table.adjust(CATEGORY, 40));
    assertEquals(1, table.meanDrift());
  }

  @Test
  void aLaterSampleOutOfBoundsIsClamped() {
    table.trust();
    table.updateDrift(1);
    for (int i = 0; i < 100; i++) {
      table.updateDrift(5);
    }
    assertEquals(units(28 * 2 - 3), table.adjust(CATEGORY, 80), "twice as long at most");
    table.updateDrift(Double.NaN);
    for (int i = 0; i < 100; i++) {
      table.updateDrift(0.1);
    }
    assertEquals(units(28 * 0.5 - 3), table.adjust(CATEGORY, 40), "half as long at least");
  }

  @Test
  void whatWasDeferredIsScaledByTheDriftOfItsTime() {
    table.updateDrift(1);
    observe(28);
    for (int i = 0; i < MANY; i++) {
      table.countDeferred();
    }
    table.trust();
    for (int i = 0; i < 1_000; i++) {
      table.updateDrift(1.8);
    }
    assertEquals(units(28 - 3 - LESS), table.adjustmentOfDeferred(CATEGORY));
    CategoryTable sum = new CategoryTable();
    sum.addAll(table);
    assertEquals(units(28 - 3 - LESS), sum.adjustmentOfDeferred(CATEGORY), "of ended threads");
  }

  @Test
  void aLongIntervalComputesNoAdjustment() {
    table.trust();
    long[] adjustments = new long[(int) CategoryTable.LONG_BETWEEN_UPDATES - 1];
    KnownOverheads other = new KnownOverheads();
    other.setTrained(Category.key(CATEGORY), 20, 30, 3);
    Calibration.publish(other);
    for (int i = 0; i < adjustments.length; i++) {
      adjustments[i] = table.adjust(CATEGORY, LONG);
    }
    assertEquals(units(28 - 3), LongStream.of(adjustments).max().orElseThrow());
    assertTrue(table.trusts(CATEGORY));

    table.adjust(CATEGORY, LONG);
    assertFalse(table.trusts(CATEGORY), "the next is deferred");
    table.observe(CATEGORY, LONG);
    table.trust();
    assertEquals(units(30 - 3), table.adjust(CATEGORY, LONG), "computed meanwhile");
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
