package dev.tare.runtime.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.clock.ThreadWaits;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.CallNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that are timed are counted as all others, and give a mean. */
class CallTimerTest {
  private static final int CALLER = 61 << 1;
  private static final int CALLEE = 62 << 1;
  private static final int LEAF = 63 << 1;

  /** More than what comes between a period's end and the last call that is timed. */
  private static final int CALLS = 100;

  private static final int PERIODS = 40;

  @BeforeEach
  void begin() {
    CallTimer.begin();
  }

  @AfterEach
  void endSampledMode() {
    SampleTicker.epoch = 0;
    Recorders.current().callsUntilTimed = 0;
    Recorders.current().restartClock();
    SearchTimes.takeMean();
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes it here.
  private static void endPeriod(long ago) {
    SampleTicker.tickedAt = System.nanoTime() - ago;
    SampleTicker.epoch++;
  }

  /** A hundred calls of a method, and of one that is counted by its entry alone. */
  private static void call() {
    for (int i = 0; i < CALLS; i++) {
      SampledProbe.exit(SampledProbe.enter(CALLEE));
      CountProbe.count(LEAF);
    }
  }

  @Test
  void callsThatAreTimedAreCountedOnceAndLeaveTheProbesAsTheyWere() {
    ThreadRecorder recorder = Recorders.current();
    int entered = SampledProbe.enter(CALLER);
    int open = recorder.open;
    for (int period = 1; period <= PERIODS; period++) {
      endPeriod(0);
      call();
      assertEquals(open, recorder.open);
    }
    assertEquals(PERIODS * CALLS, CallNode.calls(recorder.nodes(), recorder.nodeOf(open, CALLEE)));
    assertEquals(PERIODS * CALLS, CallNode.calls(recorder.nodes(), recorder.nodeOf(open, LEAF)));
    SampledProbe.exit(entered);
  }

  @Test
  void someCallsOfEachPeriodAreTimedAndTheirMeanIsTakenOnce() {
    ThreadRecorder recorder = Recorders.current();
    endPeriod(0);
    call();
    assertTrue(Double.isNaN(SearchTimes.takeMean()), "too few");
    for (int period = 1; period <= PERIODS; period++) {
      // The thread may lose its processor and see the end late: then no call is timed.
      for (int before = recorder.callsUntilTimed; before == 0; before = recorder.callsUntilTimed) {
        endPeriod(0);
        SampledProbe.exit(SampledProbe.enter(CALLEE));
      }
      call();
      assertEquals(0, recorder.callsUntilTimed);
      assertEquals(SampleTicker.epoch, recorder.seenEpoch, "no probe is slow any more");
    }
    assertFalse(Double.isNaN(SearchTimes.takeMean()));
    assertTrue(Double.isNaN(SearchTimes.takeMean()), "taken");
  }

  @Test
  void theSecondSearchIsSubtractedFromTheFirstAndNoneCountsForMoreThanAMicrosecond() {
    assertEquals(30, CallTimer.longer(70, 40));
    assertEquals(-30, CallTimer.longer(40, 70));
    assertEquals(1_000, CallTimer.longer(5_000_000, 40));
    assertEquals(-1_000, CallTimer.longer(40, 5_000_000));
  }

  @Test
  void aThreadThatSeesThePeriodsEndLateTimesNothing() {
    endPeriod(2 * ThreadWaits.LONG_INTERVAL);
    SampledProbe.exit(SampledProbe.enter(CALLEE));
    assertEquals(0, Recorders.current().callsUntilTimed);
    assertEquals(SampleTicker.epoch, Recorders.current().seenEpoch);
  }

  @Test
  void aPeriodThatEndsBeforeTheCallsCameStillTakesItsReading() {
    ThreadRecorder recorder = Recorders.current();
    int waiting = 0;
    while (waiting == 0) {
      endPeriod(0);
      SampledProbe.exit(SampledProbe.enter(CALLEE));
      waiting = recorder.callsUntilTimed;
    }
    long reading = recorder.lastReading();
    endPeriod(2 * ThreadWaits.LONG_INTERVAL);
    SampledProbe.exit(SampledProbe.enter(CALLEE));
    assertTrue(recorder.lastReading() > reading);
    assertEquals(waiting - 1, recorder.callsUntilTimed, "goes on");
    assertTrue(recorder.seenEpoch != SampleTicker.epoch);
  }
}
