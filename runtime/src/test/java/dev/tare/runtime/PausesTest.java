package dev.tare.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** While nothing is recorded, nothing is charged, and exits of calls from before still count. */
class PausesTest {
  private static final int OUTER = 11 << 1;
  private static final int INNER = 12 << 1;
  private static final long PAUSE_NANOS = 20_000_000;

  @AfterEach
  void endThePause() {
    Pauses.end();
  }

  @Test
  void aPauseIsChargedToNobody() {
    long from = System.nanoTime(); // Before the entry's reading, where the interval begins.
    int entered = FullProbe.enter(OUTER, false, false);
    ThreadRecorder recorder = Recorders.current();
    int open = recorder.open;
    long before = raw(recorder, open);
    Pauses.begin();
    pass();
    Pauses.end();
    FullProbe.exit(entered, OUTER, false, false);
    long charged = raw(recorder, open) - before;
    long passed = System.nanoTime() - from;
    assertTrue(charged >= 0 && charged <= passed - PAUSE_NANOS, charged + " of " + passed);
  }

  @Test
  void callsFromBeforeEndInThePause() {
    int outer = SampledProbe.enter(OUTER);
    int inner = SampledProbe.enter(INNER);
    ThreadRecorder recorder = Recorders.current();
    Pauses.begin();
    SampledProbe.exit(inner);
    assertEquals(OUTER, CallNode.method(recorder.nodes, recorder.open));
    pass();
    SampledProbe.exit(outer);
    Pauses.end();
    assertSame(recorder, Recorders.current());
    assertEquals(outer, recorder.open);
  }

  @Test
  void pausesAddUp() {
    long before = Pauses.current().until(Reading.now());
    for (int i = 0; i < 2; i++) {
      Pauses.begin();
      pass();
      Pauses.end();
    }
    assertTrue(Pauses.current().until(Reading.now()) - before >= 2 * PAUSE_NANOS);
  }

  private static long raw(ThreadRecorder recorder, int node) {
    return CallNode.self(recorder.nodes, node) + CallNode.overhead(recorder.nodes, node);
  }

  private static void pass() {
    long end = System.nanoTime() + PAUSE_NANOS;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
