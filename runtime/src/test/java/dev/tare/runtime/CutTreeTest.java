package dev.tare.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Past {@code maxnodes} calls go on being counted, in the node where the tree was cut. */
class CutTreeTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 100})
  void noCallIsLostAtAnyLimit(int maxNodes) {
    ThreadRecorder recorder = Trees.recorder(maxNodes);
    for (int i = 0; i < 20; i++) {
      for (int method = 0; method < 30; method++) {
        int parent = recorder.open;
        Trees.enter(recorder, method);
        Trees.enter(recorder, method + 1);
        Trees.enter(recorder, method + 2);
        recorder.open = parent;
      }
    }
    // Calls cut at the root are in the root's own, which begins with the one that made it.
    long root = CallNode.calls(recorder.nodes(), CallNode.ROOT) - 1;
    assertEquals(20 * 30 * 3, Trees.sumOfCalls(recorder) + root);
    // The root is one of them, and the cut none.
    assertEquals(Math.min(maxNodes, 1 + 30 * 3), Trees.calls(recorder).size() + 1);
    Trees.assertWhole(recorder);
  }

  @Test
  void cutCallsAreToldNodeByNode() {
    ThreadRecorder recorder = Trees.recorder(2);
    Trees.enter(recorder, 1); // the second and last node
    int one = recorder.open;
    Trees.enter(recorder, 2); // cut
    Trees.enter(recorder, 3); // below the cut
    assertEquals(one, recorder.open());
    recorder.open = CallNode.ROOT;
    Trees.enter(recorder, 4); // cut at the root
    recorder.open = CallNode.ROOT;

    assertEquals(3, CallNode.calls(recorder.nodes(), one));
    assertEquals(2, recorder.cutCalls(one));
    assertEquals(2, CallNode.calls(recorder.nodes(), CallNode.ROOT));
    assertEquals(1, recorder.cutCalls(CallNode.ROOT));
    assertEquals(3, recorder.allCutCalls());
  }

  @Test
  void theMetricBelowTheCutMovesToTheNodeWhereItWasCut() {
    ThreadRecorder recorder = Trees.recorder(2);
    Trees.enter(recorder, 1);
    int one = recorder.open;
    Trees.enter(recorder, 2);
    assertEquals(CallNode.CUT, recorder.open);
    CallNode.addSelf(recorder.nodes, CallNode.CUT, 1_000);
    CallNode.addOverhead(recorder.nodes, CallNode.CUT, 10);
    assertEquals(one, recorder.cutAt());
    long selfBefore = CallNode.self(recorder.nodes, one);

    recorder.open = CallNode.ROOT;
    Trees.enter(recorder, 3); // cut elsewhere: what the cut has gathered goes to its place

    assertEquals(selfBefore + 1_000, CallNode.self(recorder.nodes, one));
    assertEquals(0, CallNode.self(recorder.nodes, CallNode.CUT));
    assertEquals(CallNode.ROOT, recorder.cutAt());
  }

  @Test
  void anExceptionThroughTheCutLeavesItsNodesAlone() {
    ThreadRecorder recorder = Trees.recorder(3);
    Trees.enter(recorder, 1);
    int one = recorder.open;
    Trees.enter(recorder, 2);
    int two = recorder.open;
    Trees.enter(recorder, 3); // cut
    recorder.unwindTo(two); // that call had no node to count its exception in
    assertEquals(two, recorder.open);
    assertEquals(0, CallNode.exceptions(recorder.nodes, two));
    recorder.unwindTo(one);
    assertEquals(1, CallNode.exceptions(recorder.nodes, two));
  }
}
