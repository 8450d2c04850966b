package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.tree.CallNode;
import org.junit.jupiter.api.Test;

class PendingSamplesTest {
  private static final int ROOM = 1_000;

  @Test
  void theNextProbeChargesItsOpenNodeWithAllThatIsDue() {
    ThreadRecorder recorder = Trees.recorder(ROOM);
    Trees.enter(recorder, 2);
    int outer = recorder.open;
    Trees.enter(recorder, 4);
    PendingSamples.raise(recorder, 3);
    assertEquals(3, recorder.samplesWaiting());
    PendingSamples.record(recorder, recorder);
    recorder.open = outer;
    PendingSamples.raise(recorder, 4);
    PendingSamples.record(recorder, recorder);
    PendingSamples.record(recorder, recorder);
    assertEquals(0, recorder.samplesWaiting());
    long[] nodes = recorder.nodes();
    assertEquals(1, CallNode.samples(nodes, outer));
    assertEquals(3, CallNode.samples(nodes, recorder.nodeOf(outer, 4)));
    assertEquals(0, CallNode.samples(nodes, CallNode.ROOT));
  }

  @Test
  void samplesDoNotDisturbTheTree() {
    ThreadRecorder recorder = Trees.recorder(ROOM);
    for (int round = 1; round <= 3; round++) {
      for (int method = 2; method < 60; method += 2) {
        Trees.enter(recorder, method);
        PendingSamples.raise(recorder, recorder.samplesDue + 1);
        PendingSamples.record(recorder, recorder);
        recorder.open = CallNode.ROOT;
      }
    }
    Trees.assertWhole(recorder);
    for (int method = 2; method < 60; method += 2) {
      int node = recorder.nodeOf(CallNode.ROOT, method);
      assertEquals(3, CallNode.calls(recorder.nodes(), node));
      assertEquals(3, CallNode.samples(recorder.nodes(), node));
    }
  }

  @Test
  void aVirtualThreadsNodeIsChargedWithWhatItsCarrierUsed() {
    ThreadRecorder carrier = Trees.recorder(ROOM);
    ThreadRecorder virtual = Trees.recorder(ROOM);
    Trees.enter(virtual, 2);
    PendingSamples.raise(carrier, 2);
    PendingSamples.record(virtual, carrier);
    assertEquals(2, CallNode.samples(virtual.nodes(), virtual.open));
    assertEquals(0, CallNode.samples(carrier.nodes(), CallNode.ROOT));
    assertEquals(0, carrier.samplesWaiting());
  }

  @Test
  void whatIsDuePastTheLimitBelongsToTheMethodOnTop() {
    ThreadRecorder recorder = Trees.recorder(2);
    Trees.enter(recorder, 2);
    int full = recorder.open;
    Trees.enter(recorder, 4);
    PendingSamples.raise(recorder, 1);
    PendingSamples.record(recorder, recorder);
    assertTrue(CallNode.isInOverflow(recorder.nodes(), recorder.open));
    assertEquals(1, CallNode.samples(recorder.nodes(), recorder.open));
    assertEquals(0, CallNode.samples(recorder.nodes(), full));
  }
}
