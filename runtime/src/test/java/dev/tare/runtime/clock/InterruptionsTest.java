package dev.tare.runtime.clock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.internal.UnsafeAccess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How much of an interval is taken for collections, by a counter that the test itself keeps. */
class InterruptionsTest {
  private final long counter = UnsafeAccess.UNSAFE.allocateMemory(Long.BYTES);
  private final Interruptions interruptions = interruptions();

  private Interruptions interruptions() {
    UnsafeAccess.UNSAFE.putLong(counter, 7_000);
    Interruptions.read(false, new long[] {counter});
    Interruptions restarted = new Interruptions();
    restarted.restart();
    return restarted;
  }

  @AfterEach
  void free() {
    Interruptions.read(false, new long[0]);
    UnsafeAccess.UNSAFE.freeMemory(counter);
  }

  @Test
  void mostOfAnIntervalIsACollection() {
    UnsafeAccess.UNSAFE.putLong(counter, 107_000);
    assertEquals(100_000, interruptions.collected(100_050));
    assertEquals(0, interruptions.collected(100_050), "it is counted once");
  }

  @Test
  void aThreadThatSleptLongerLostNothing() {
    UnsafeAccess.UNSAFE.putLong(counter, 107_000);
    assertEquals(0, interruptions.collected(1_000_000));
  }

  @Test
  void neverMoreThanTheInterval() {
    UnsafeAccess.UNSAFE.putLong(counter, 107_000);
    assertEquals(90_000, interruptions.collected(90_000));
  }

  @Test
  void whatWasCollectedBeforeItCouldBeReadIsNoInterruption() {
    Interruptions.read(false, new long[0]);
    Interruptions early = new Interruptions();
    assertEquals(0, early.collected(1_000));
    Interruptions.read(false, new long[] {counter});
    assertEquals(0, early.collected(1_000));
    UnsafeAccess.UNSAFE.putLong(counter, 8_000);
    assertEquals(1_000, early.collected(1_000));
  }

  @Test
  void whatWasCollectedBeforeTheClockBeganIsNoInterruption() {
    UnsafeAccess.UNSAFE.putLong(counter, 107_000);
    interruptions.restart();
    assertEquals(0, interruptions.collected(100_000));
    UnsafeAccess.UNSAFE.putLong(counter, 207_000);
    assertEquals(100_000, interruptions.collected(100_000));
  }

  @Test
  void whatWasLostInTheLookIsOfTheNextInterval() {
    assertEquals(0, interruptions.switchedOutOf(5_000_000, 1_000, 0), "the first count");
    assertEquals(0, interruptions.switchedOutOf(0, 4_001_000, 4_000_500), "the interval worked");
    assertEquals(4_000_000, interruptions.switchedOutOf(4_000_500, 4_001_000, 500));
    assertEquals(0, interruptions.switchedOutOf(4_000_000, 4_001_000, 500), "it is counted once");
  }

  /** Many short ones, which nobody asked about, must not take later waits. */
  @Test
  void whatWasLostInEarlierIntervalsIsNot() {
    assertEquals(0, interruptions.switchedOutOf(5_000_000, 1_000, 0), "the first count");
    assertEquals(5_000_000, interruptions.switchedOutOf(5_000_000, 90_001_000, 600));
    assertEquals(600, interruptions.switchedOutOf(5_000_000, 90_001_000, 600));
    assertEquals(0, interruptions.switchedOutOf(5_000_000, 90_001_000, 600));
  }

  /** Else it would count as waiting of a method that never waits. */
  @Test
  void shortStopsInALongIntervalAreAskedAbout() {
    assertTrue(Interruptions.isWorthAsking(2_000_000, 400_000));
    assertFalse(Interruptions.isWorthAsking(2_000_000, 4_000), "nothing to tell");
    assertFalse(Interruptions.isWorthAsking(900_000, 400_000), "it takes too long");
  }

  @Test
  void noWaitingWhereTheKernelIsNotAsked() {
    assertEquals(0, interruptions.switchedOut(5_000_000, 5_000_000, Reading.now()));
  }
}
