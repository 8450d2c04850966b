package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.probe.CountProbe;
import dev.tare.runtime.probe.CountedProbe;
import dev.tare.runtime.probe.FlatProbe;
import dev.tare.runtime.probe.FullProbe;
import dev.tare.runtime.probe.SampledProbe;
import dev.tare.runtime.tree.CallNode;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** While nothing is recorded, nothing is charged, and exits of calls from before still count. */
class RecordingPausesTest {
  private static final int OUTER = 11 << 1;
  private static final int INNER = 12 << 1;
  private static final long PAUSE_NANOS = 20_000_000;

  @AfterEach
  void endThePause() {
    RecordingControl.resume();
  }

  @Test
  void aPauseIsChargedToNobody() {
    long from = System.nanoTime(); // Before the entry's reading, where the interval begins.
    int entered = FullProbe.enter(OUTER, Kind.C1_STATIC);
    ThreadRecorder recorder = Recorders.current();
    int open = recorder.open;
    long before = raw(recorder, open);
    RecordingControl.pause();
    pass();
    RecordingControl.resume();
    FullProbe.exit(entered, Kind.C1_STATIC);
    long charged = raw(recorder, open) - before;
    long passed = System.nanoTime() - from;
    assertTrue(charged >= 0 && charged <= passed - PAUSE_NANOS, charged + " of " + passed);
  }

  @Test
  void callsFromBeforeEndInThePause() {
    int outer = SampledProbe.enter(OUTER);
    int inner = SampledProbe.enter(INNER);
    ThreadRecorder recorder = Recorders.current();
    RecordingControl.pause();
    SampledProbe.exit(inner);
    assertEquals(OUTER, CallNode.method(recorder.nodes, recorder.open));
    pass();
    SampledProbe.exit(outer);
    RecordingControl.resume();
    assertSame(recorder, Recorders.current());
    assertEquals(outer, recorder.open);
  }

  @Test
  void callsThatBeginInAPauseAreNotCounted() {
    int outer = SampledProbe.enter(OUTER);
    ThreadRecorder recorder = Recorders.current();
    int open = recorder.open;
    Map<String, Long> calls = Trees.calls(recorder);
    long before = Trees.sumOfCalls(recorder);
    RecordingControl.pause();
    int sampled = SampledProbe.enter(INNER);
    int full = FullProbe.enter(INNER, Kind.C1_STATIC);
    int counted = CountedProbe.enter(INNER);
    CountProbe.count(INNER);
    FlatProbe.countFlat(INNER);
    RecordingControl.resume();
    CountedProbe.exit(counted);
    FullProbe.exit(full, Kind.C1_STATIC);
    SampledProbe.exit(sampled);
    assertEquals(open, recorder.open);
    assertEquals(calls, Trees.calls(recorder));
    CountProbe.count(INNER);
    FlatProbe.countFlat(INNER);
    assertEquals(before + 2, Trees.sumOfCalls(recorder));
    SampledProbe.exit(outer);
  }

  @Test
  void pausesAddUp() {
    long before = RecordingPauses.current().until(Reading.now());
    for (int i = 0; i < 2; i++) {
      RecordingControl.pause();
      pass();
      RecordingControl.resume();
    }
    assertTrue(RecordingPauses.current().until(Reading.now()) - before >= 2 * PAUSE_NANOS);
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
