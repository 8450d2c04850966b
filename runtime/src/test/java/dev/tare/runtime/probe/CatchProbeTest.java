package dev.tare.runtime.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.Trees;
import dev.tare.runtime.tree.CallNode;
import org.junit.jupiter.api.Test;

/** A catch opens the node of the call that catches, whatever was left open above it. */
class CatchProbeTest {
  private static final int OUTER = 41 << 1;
  private static final int CATCHING = 42 << 1;
  private static final int LEFT = 43 << 1;
  private static final int DEEPER = 44 << 1;

  @Test
  void inSampledModeCallsLeftWithoutAProbeAreClosedAndHaveTheException() {
    int outer = SampledProbe.enter(OUTER);
    int catching = SampledProbe.enter(CATCHING);
    ThreadRecorder recorder = Recorders.current();
    int own = recorder.open;
    SampledProbe.enter(LEFT);
    SampledProbe.enter(DEEPER);
    check(recorder, own, () -> CatchProbe.caught(catching, CATCHING));
    SampledProbe.exit(catching);
    SampledProbe.exit(outer);
  }

  @Test
  void inFullModeWhatTheEntryReturnedHoldsTheKindToo() {
    int outer = FullProbe.enter(OUTER, Kind.C1_STATIC);
    int catching = FullProbe.enter(CATCHING, Kind.C2_VIRTUAL);
    ThreadRecorder recorder = Recorders.current();
    int own = recorder.open;
    FullProbe.enter(LEFT, Kind.C1_STATIC);
    FullProbe.enter(DEEPER, Kind.C1_STATIC);
    check(recorder, own, () -> CatchProbe.caught(catching, CATCHING));
    assertEquals(Kind.OTHER, recorder.openKind);
    FullProbe.exit(catching, Kind.C2_VIRTUAL);
    FullProbe.exit(outer, Kind.C1_STATIC);
  }

  @Test
  void whereNothingWasLeftOpenNothingChanges() {
    int outer = SampledProbe.enter(OUTER);
    int catching = SampledProbe.enter(CATCHING);
    ThreadRecorder recorder = Recorders.current();
    int own = recorder.open;
    long exceptions = CallNode.exceptions(recorder.nodes(), own);
    CatchProbe.caught(catching, CATCHING);
    assertEquals(own, recorder.open);
    assertEquals(exceptions, CallNode.exceptions(recorder.nodes(), own));
    SampledProbe.exit(catching);
    SampledProbe.exit(outer);
  }

  private static void check(ThreadRecorder recorder, int own, Runnable caught) {
    int left = recorder.nodeOf(own, LEFT);
    int deeper = recorder.nodeOf(left, DEEPER);
    long ofOwn = CallNode.exceptions(recorder.nodes(), own);
    long ofLeft = CallNode.exceptions(recorder.nodes(), left);
    long ofDeeper = CallNode.exceptions(recorder.nodes(), deeper);
    caught.run();
    assertEquals(own, recorder.open);
    assertEquals(ofOwn, CallNode.exceptions(recorder.nodes(), own), "it did not leave this one");
    assertEquals(ofLeft + 1, CallNode.exceptions(recorder.nodes(), left));
    assertEquals(ofDeeper + 1, CallNode.exceptions(recorder.nodes(), deeper));
    Trees.assertWhole(recorder);
  }
}
