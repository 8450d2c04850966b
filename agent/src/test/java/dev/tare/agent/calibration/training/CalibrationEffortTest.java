package dev.tare.agent.calibration.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CalibrationEffortTest {
  private static final long MAX_NANOS = 1_000;
  private static final long PASS_NANOS = 300;
  private static final int PASSES = 15;

  /** Wraps around, as {@link System#nanoTime} may. */
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 500);

  private CalibrationEffort effort(boolean compiled) {
    return new CalibrationEffort(clock::get, MAX_NANOS, compiled);
  }

  private int passes(CalibrationEffort effort) {
    int passes = 0;
    for (; passes < PASSES && effort.goesOn(passes); passes++) {
      clock.addAndGet(PASS_NANOS);
    }
    return passes;
  }

  @Test
  void aMeasurementStopsAtTheDeadlineAndKeepsThePassesThatItHas() {
    CalibrationEffort effort = effort(true);
    assertEquals(4, passes(effort), "the fourth began 900 ns after the begin");
    assertTrue(effort.wasShortened());
  }

  @Test
  void pastTheDeadlineAMeasurementStillHasTheFewestPassesThatSayAnything() {
    CalibrationEffort effort = effort(true);
    clock.addAndGet(MAX_NANOS);
    assertEquals(CalibrationEffort.MIN_PASSES, passes(effort));
  }

  @Test
  void whatHasTimeEnoughIsNotCut() {
    CalibrationEffort effort = effort(true);
    effort.unlimited();
    assertEquals(PASSES, passes(effort));
    assertFalse(effort.wasShortened());
  }

  @Test
  void whatEndsTheRunEndsTheTrainingForGood() {
    CalibrationEffort effort = effort(true);
    effort.end();
    effort.unlimited();
    assertFalse(effort.goesOn());
    assertTrue(effort.wasShortened());
  }

  @Test
  void aDeadlineThatNobodyMeetsCutsNothing() {
    CalibrationEffort effort = effort(true);
    assertTrue(effort.goesOn());
    clock.addAndGet(MAX_NANOS);
    assertFalse(effort.wasShortened(), "all had been done before");
  }

  @Test
  void interpretedCodeNeedsNoWarmUpAndFewPassesToBeKnownWhole() {
    CalibrationEffort effort = effort(false);
    assertEquals(1, effort.warmUpRounds(50));
    assertEquals(CalibrationEffort.MIN_PASSES, passes(effort));
    assertFalse(effort.wasShortened());
  }

  @Test
  void passesAreShortenedWhereTimeIsUpOrNothingIsCompiled() {
    CalibrationEffort compiled = effort(true);
    assertEquals(600, compiled.turns(600));
    clock.addAndGet(MAX_NANOS);
    assertFalse(compiled.goesOn());
    assertEquals(60, compiled.turns(600));
    assertEquals(30, compiled.turns(150), "fewer show too few intervals of a category");
    assertEquals(15, compiled.turns(15));
    assertEquals(60, effort(false).turns(600));
  }
}
