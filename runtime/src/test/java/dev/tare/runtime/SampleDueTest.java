package dev.tare.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SampleDueTest {
  private static final int ROOM = 1_000;

  @Test
  void theNextProbeChargesItsOpenNodeWithAllThatIsDue() {
    ThreadRecorder recorder = Trees.recorder(ROOM);
    Trees.enter(recorder, 2);
    int outer = recorder.open;
    Trees.enter(recorder, 4);
    SampleDue.raise(recorder, 3);
    assertEquals(3, recorder.samplesWaiting());
    SampleDue.record(recorder, recorder);
    recorder.open = outer;
    SampleDue.raise(recorder, 4);
    SampleDue.record(recorder, recorder);
    SampleDue.record(recorder, recorder);
    assertEquals(0, recorder.samplesWaiting());
    long[] nodes = recorder.nodes();
    assertEquals(1, CallNode.samples(nodes, outer));
    assertEquals(3, CallNode.samples(nodes, recorder.childOf(outer, 4)));
    assertEquals(0, CallNode.samples(nodes, CallNode.ROOT));
  }

  @Test
  void samplesDoNotDisturbTheTree() {
    ThreadRecorder recorder = Trees.recorder(ROOM);
    for (int round = 1; round <= 3; round++) {
      for (int method = 2; method < 60; method += 2) {
        Trees.enter(recorder, method);
        SampleDue.raise(recorder, recorder.samplesDue + 1);
        SampleDue.record(recorder, recorder);
        recorder.open = CallNode.ROOT;
      }
    }
    Trees.assertWhole(recorder);
    for (int method = 2; method < 60; method += 2) {
      int node = recorder.childOf(CallNode.ROOT, method);
      assertEquals(3, CallNode.calls(recorder.nodes(), node));
      assertEquals(3, CallNode.samples(recorder.nodes(), node));
    }
  }

  @Test
  void aVirtualThreadsNodeIsChargedWithWhatItsCarrierUsed() {
    ThreadRecorder carrier = Trees.recorder(ROOM);
    ThreadRecorder virtual = Trees.recorder(ROOM);
    Trees.enter(virtual, 2);
    SampleDue.raise(carrier, 2);
    SampleDue.record(virtual, carrier);
    assertEquals(2, CallNode.samples(virtual.nodes(), virtual.open));
    assertEquals(0, CallNode.samples(carrier.nodes(), CallNode.ROOT));
    assertEquals(0, carrier.samplesWaiting());
  }

  @Test
  void whatIsDueWhereTheTreeIsCutBelongsToTheNodeItWasCutAt() {
    ThreadRecorder recorder = Trees.recorder(2);
    Trees.enter(recorder, 2);
    int full = recorder.open;
    Trees.enter(recorder, 4);
    SampleDue.raise(recorder, 1);
    SampleDue.record(recorder, recorder);
    assertEquals(CallNode.CUT, recorder.open);
    assertEquals(full, recorder.cutAt());
    assertEquals(1, CallNode.samples(recorder.nodes(), CallNode.CUT));
  }
}
