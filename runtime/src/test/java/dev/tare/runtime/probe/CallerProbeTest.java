package dev.tare.runtime.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.tare.runtime.thread.CallCounts;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.RecordingControl;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.CallNode;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What callers counted stands below them, in nodes of its own. */
class CallerProbeTest {
  private static final int OUTER = 50 << 1;
  private static final int CALLER = 51 << 1;
  private static final int CALLEE = 52;
  private static final int COUNTED = CALLEE << 1 | CallNode.COUNTED_BY_CALLER;

  @AfterEach
  void endThePause() {
    RecordingControl.resume();
  }

  @Test
  void callsAreAddedBelowTheOpenNodeWhichStaysOpen() {
    int entered = SampledProbe.enter(CALLER);
    ThreadRecorder recorder = Recorders.current();
    int own = recorder.open;
    int end = recorder.end();
    CallerProbe.add(0, COUNTED);
    assertEquals(end, recorder.end(), "no calls, no node");
    CallerProbe.add(3_000_000_000L, COUNTED);
    CallerProbe.add(1, COUNTED);
    assertEquals(own, recorder.open);
    int node = recorder.nodeOf(own, COUNTED);
    assertEquals(own, CallNode.parent(recorder.nodes(), node));
    assertEquals(3_000_000_001L, CallNode.calls(recorder.nodes(), node));
    assertEquals(0, Arrays.stream(CallCounts.read(1).calls()).skip(CALLEE).limit(1).sum());
    SampledProbe.exit(entered);
  }

  @Test
  void whatTheJvmMayHaveThrownInPlaceOfACallIsNoted() {
    int entered = SampledProbe.enter(CALLER);
    ThreadRecorder recorder = Recorders.current();
    int callee = COUNTED + 2;
    for (Throwable thrown :
        new Throwable[] {
          new IllegalStateException(),
          new NullPointerException(),
          new StackOverflowError(),
          new AssertionError()
        }) {
      assertSame(thrown, CallerProbe.addThrown(thrown, 2, callee));
    }
    CallerProbe.addThrown(new NullPointerException(), 0, callee);
    int node = recorder.nodeOf(recorder.open, callee);
    assertEquals(8, CallNode.calls(recorder.nodes(), node));
    assertEquals(3, CallNode.exceptions(recorder.nodes(), node));
    SampledProbe.exit(entered);
  }

  @Test
  void whatACallerCountedInAPauseIsLeftOutAndThatOfLaterCallsIsNot() {
    int outer = SampledProbe.enter(OUTER);
    int entered = SampledProbe.enter(CALLER);
    ThreadRecorder recorder = Recorders.current();
    int callee = COUNTED + 4;
    int node = recorder.addCalls(callee, 1);
    RecordingControl.pause();
    CallerProbe.add(10, callee);
    int unrecorded = SampledProbe.enter(CALLER);
    RecordingControl.resume();
    CallerProbe.add(100, callee);
    SampledProbe.exit(unrecorded);
    CallerProbe.addThrown(new NullPointerException(), 1_000, callee);
    SampledProbe.exit(entered);
    assertEquals(1, CallNode.calls(recorder.nodes(), node));
    assertEquals(0, CallNode.exceptions(recorder.nodes(), node));
    entered = SampledProbe.enter(CALLER);
    CallerProbe.add(10_000, callee);
    SampledProbe.exit(entered);
    assertEquals(10_001, CallNode.calls(recorder.nodes(), node));
    int end = recorder.end();
    CallerProbe.add(1, callee);
    assertEquals(end, recorder.end(), "the outer one was in the pause, too");
    SampledProbe.exit(outer);
  }
}
