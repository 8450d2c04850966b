package dev.tare.agent.calibration.training;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.calibration.model.Convergence;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CalibrationEffortTest {
  private static final long MAX_NANOS = CalibrationEffort.MAX_NANOS;
  private static final long PASS_NANOS = MAX_NANOS * 3 / 10;

  /** Wraps around, as {@link System#nanoTime} may. */
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 500);

  private CalibrationEffort effort(boolean compiled) {
    return new CalibrationEffort(clock::get, compiled);
  }

  private int passes(CalibrationEffort effort) {
    int passes = 0;
    for (; effort.goesOn(passes); passes++) {
      clock.addAndGet(PASS_NANOS);
    }
    return passes;
  }

  @Test
  void aMeasurementStopsAtTheDeadlineAndKeepsThePassesThatItHas() {
    CalibrationEffort effort = effort(true);
    assertEquals(4, passes(effort), "the fourth began at nine tenths");
    assertEquals(Convergence.CUT, effort.convergence(1));
  }

  @Test
  void pastTheDeadlineAMeasurementStillHasTheFewestPassesThatSayAnything() {
    CalibrationEffort effort = effort(true);
    clock.addAndGet(MAX_NANOS);
    assertEquals(3, passes(effort));
  }

  @Test
  void whatHasTimeEnoughIsNotCut() {
    CalibrationEffort effort = effort(true);
    int passes = 0;
    while (effort.goesOn(passes)) {
      passes++;
    }
    assertEquals(15, passes);
    assertEquals(Convergence.COMPLETE, effort.convergence(1.2));
    assertEquals(Convergence.UNSTEADY, effort.convergence(1.3));
  }

  @Test
  void whatEndsTheRunEndsTheTrainingForGood() {
    CalibrationEffort effort = effort(true);
    effort.end();
    assertFalse(effort.goesOn());
    assertEquals(Convergence.CUT, effort.convergence(1));
  }

  @Test
  void aDeadlineThatNobodyMeetsCutsNothing() {
    CalibrationEffort effort = effort(true);
    assertTrue(effort.goesOn());
    clock.addAndGet(MAX_NANOS);
    assertEquals(Convergence.COMPLETE, effort.convergence(1), "all had been done before");
  }

  @Test
  void interpretedCodeNeedsNoWarmUpAndFewPassesToBeKnownWhole() {
    CalibrationEffort effort = effort(false);
    assertEquals(1, effort.warmUpRounds());
    assertEquals(3, passes(effort));
    assertEquals(Convergence.COMPLETE, effort.convergence(1));
  }

  @Test
  void passesAreShortenedWhereTimeIsUpOrNothingIsCompiled() {
    CalibrationEffort compiled = effort(true);
    assertEquals(600, compiled.turns(600));
    clock.addAndGet(MAX_NANOS);
    assertFalse(compiled.goesOn());
    assertEquals(40, compiled.turns(600));
    assertEquals(40, effort(false).turns(600));
  }
}
