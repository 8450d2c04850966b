package dev.tare.runtime.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.memory.TreeMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a thread's own intervals change of what is subtracted from them. */
class CategoryTableTest {
  private static final int CATEGORY =
      Category.number(Category.prefix(false, Kind.C2_STATIC, Kind.C2_STATIC), true, Kind.C2_STATIC);
  private static final int MANY = 1 << 15;
  private static final long LONG = 5_000;

  private final KnownOverheads before = Calibration.known();
  private final CategoryTable table = new CategoryTable();

  @BeforeEach
  void know() {
    Calibration.publish(KnownOverheadsTest.known());
    table.admit(CATEGORY);
  }

  @AfterEach
  void forget() {
    Calibration.publish(before);
  }

  @Test
  void asMuchIsSubtractedFromIntervalsThatWerePutOff() {
    assertEquals(units(25), table.adjustmentOfDeferred(CATEGORY));
    table.trust();
    assertEquals(units(25), table.adjust(CATEGORY, 40));
  }

  @Test
  void intervalsAreCountedWhetherTheyWerePutOffOrNot() {
    observe(21);
    table.trust();
    table.adjust(CATEGORY, 40);
    table.adjust(CATEGORY, LONG);
    assertEquals(MANY + 1, table.shortCount(CATEGORY));
    assertEquals(MANY * 21 + 40, table.shortSum(CATEGORY));
    assertEquals(MANY + 2, table.observed(CATEGORY));
  }

  @Test
  void moreIsSubtractedWhereProbesTakeLongerThanInTraining() {
    table.trust();
    table.updateDrift(1.5);
    assertEquals(units(25 * 1.5), table.adjust(CATEGORY, 40), "at once");
    table.updateDrift(1.1);
    assertEquals(units(25 * 1.4), table.adjust(CATEGORY, 40), "smoothed");
    assertEquals(units(25 * 1.3), table.adjustmentOfDeferred(CATEGORY), "in the mean");
    CategoryTable sum = new CategoryTable();
    sum.addAll(table);
    assertEquals(units(25 * 1.3), sum.adjustmentOfDeferred(CATEGORY), "of ended threads");
  }

  @Test
  void aFirstSampleOutOfBoundsIsOfProbesThatAreNotCompiled() {
    table.trust();
    table.updateDrift(Double.NaN);
    table.updateDrift(2.5);
    table.updateDrift(0.3);
    assertEquals(units(25), table.adjust(CATEGORY, 40));
    assertEquals(units(25), table.adjustmentOfDeferred(CATEGORY));
  }

  @Test
  void aLaterSampleOutOfBoundsIsClamped() {
    table.trust();
    table.updateDrift(1);
    for (int i = 0; i < 100; i++) {
      table.updateDrift(5);
    }
    assertEquals(units(25 * 2), table.adjust(CATEGORY, 80), "twice as long at most");
    table.updateDrift(Double.NaN);
    for (int i = 0; i < 100; i++) {
      table.updateDrift(0.1);
    }
    assertEquals(units(25 * 0.5), table.adjust(CATEGORY, 40), "half as long at least");
  }

  @Test
  void whatWasDeferredIsScaledByTheDriftOfItsTime() {
    table.updateDrift(1);
    observe(28);
    for (int i = 0; i < MANY; i++) {
      table.countDeferred(CATEGORY);
    }
    table.trust();
    for (int i = 0; i < 1_000; i++) {
      table.updateDrift(1.8);
    }
    assertEquals(units(25), table.adjustmentOfDeferred(CATEGORY));
    CategoryTable sum = new CategoryTable();
    sum.addAll(table);
    assertEquals(units(25), sum.adjustmentOfDeferred(CATEGORY), "of ended threads");
  }

  /** The interval that has begun by then would pay for it. */
  @Test
  void anIntervalComputesNoAdjustment() {
    table.trust();
    table.adjust(CATEGORY, LONG);
    Calibration.publish(KnownOverheads.NOTHING);
    for (int i = 0; i < MANY; i++) {
      assertEquals(units(25), table.adjust(CATEGORY, LONG));
    }
    table.trust();
    assertEquals(0, table.adjust(CATEGORY, LONG), "long ones are no overhead");
  }

  @Test
  void lookupsAreTakenFromTheRunFromTheirSixtyFourthOn() {
    int withLookup =
        Category.number(
            Category.prefix(true, Kind.C2_STATIC, Kind.C2_STATIC) | Category.LOOKUP,
            false,
            Kind.C2_STATIC);
    table.admit(withLookup);
    table.trust();
    for (int i = 0; i < 63; i++) {
      table.observeLookup(17);
    }
    table.observeLookup(KnownOverheads.BEYOND_OVERHEAD);
    assertEquals(units(35), table.adjust(withLookup, LONG));
    table.observeLookup(17);
    assertEquals(units(25 + 17), table.adjust(withLookup, LONG));
  }

  @Test
  void oneThatIsNeverTrustedIsNot() {
    CategoryTable never = CategoryTable.neverTrusted();
    never.admit(CATEGORY);
    never.trust();
    assertFalse(never.trusts(CATEGORY));
    assertFalse(table.trusts(CATEGORY));
    table.trust();
    assertTrue(table.trusts(CATEGORY));
  }

  /** Else compilers would not know of it before the last is deferred. */
  @Test
  void oneInSomeIsNotDeferred() {
    for (int i = 1; i < 251; i++) {
      table.countDeferred(CATEGORY);
      assertFalse(table.trusts(CATEGORY));
    }
    table.countDeferred(CATEGORY);
    assertTrue(table.trusts(CATEGORY));
    assertEquals(units(25), table.adjust(CATEGORY, 40));
    table.countDeferred(CATEGORY);
    assertFalse(table.trusts(CATEGORY));
  }

  /** As is that of an activation that was compiled meanwhile. */
  @Test
  void oneThatIsNotAdmittedIsNotTrusted() {
    table.trust();
    assertFalse(table.trusts(CATEGORY | (1 << Short.SIZE)));
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
