package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.tree.CallNode;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Past {@code maxnodes} calls are counted for their method, without their context. */
class OverflowTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 10, 100})
  void callsOfEachMethodAreExactAtAnyLimit(int maxNodes) {
    ThreadRecorder recorder = Trees.recorder(maxNodes);
    Map<Integer, Long> expected = new HashMap<>();
    for (int i = 0; i < 20; i++) {
      for (int method = 0; method < 30; method++) {
        int parent = recorder.open;
        for (int called = method; called < method + 3; called++) {
          Trees.enter(recorder, called);
          expected.merge(called, 1L, Long::sum);
        }
        recorder.open = parent;
      }
    }
    Map<Integer, Long> calls = new HashMap<>();
    int inContext = 0;
    for (int node = CallNode.OVERFLOW + CallNode.SIZE;
        node < recorder.end();
        node += CallNode.SIZE) {
      calls.merge(
          CallNode.method(recorder.nodes(), node),
          CallNode.calls(recorder.nodes(), node),
          Long::sum);
      inContext += CallNode.isInOverflow(recorder.nodes(), node) ? 0 : 1;
    }
    assertEquals(expected, calls);
    assertEquals(Math.min(maxNodes, 1 + 30 * 3), inContext + 1);
    assertEquals(0, CallNode.calls(recorder.nodes(), CallNode.OVERFLOW));
    Trees.assertWhole(recorder);
  }

  @Test
  void aMethodHasOneNodeThereWhoeverCallsIt() {
    ThreadRecorder recorder = Trees.recorder(2);
    Trees.enter(recorder, 1); // the second and last node
    int one = recorder.open;
    Trees.enter(recorder, 2);
    int two = recorder.open;
    assertTrue(CallNode.isInOverflow(recorder.nodes(), two));
    Trees.enter(recorder, 1);
    int again = recorder.open;
    assertEquals(CallNode.OVERFLOW, CallNode.parent(recorder.nodes(), again));
    Trees.enter(recorder, 2);
    assertEquals(two, recorder.open);
    Trees.enter(recorder, 2);
    assertEquals(two, recorder.open);
    recorder.open = CallNode.ROOT;
    Trees.enter(recorder, 2);
    assertEquals(two, recorder.open);
    recorder.open = CallNode.ROOT;
    Trees.enter(recorder, 1);
    assertEquals(one, recorder.open, "a node that is there has all calls of its context");
    assertEquals(4, CallNode.calls(recorder.nodes(), two));
    assertEquals(1, CallNode.calls(recorder.nodes(), again));
    assertEquals(2, CallNode.calls(recorder.nodes(), one));
    assertEquals(1, CallNode.calls(recorder.nodes(), CallNode.ROOT));
  }

  @Test
  void whoCalledThereIsNoLeaf() {
    ThreadRecorder recorder = Trees.recorder(2);
    Trees.enter(recorder, 1);
    int one = recorder.open;
    assertFalse(CallNode.hasCalled(recorder.nodes(), one));
    Trees.enter(recorder, 2);
    int two = recorder.open;
    assertTrue(CallNode.hasCalled(recorder.nodes(), one));
    Trees.enter(recorder, 3);
    assertTrue(CallNode.hasCalled(recorder.nodes(), two));
    assertFalse(CallNode.hasCalled(recorder.nodes(), recorder.open));
  }

  @Test
  void openCallsAreTheOneOnTopAndThosePathThatLedThere() {
    ThreadRecorder recorder = Trees.recorder(3);
    Trees.enter(recorder, 1);
    int one = recorder.open;
    Trees.enter(recorder, 2);
    int two = recorder.open;
    Trees.enter(recorder, 3);
    int below = recorder.open;
    Trees.enter(recorder, 4);
    TreeCounts counts = TreeCounts.of(recorder);
    assertEquals(1, counts.open(one / CallNode.SIZE));
    assertEquals(1, counts.open(two / CallNode.SIZE));
    assertEquals(0, counts.open(below / CallNode.SIZE), "not known");
    assertEquals(1, counts.open(recorder.open / CallNode.SIZE));
    assertEquals(0, counts.open(CallNode.OVERFLOW / CallNode.SIZE));
    counts.free();
  }

  @Test
  void exceptionsAreCountedInTheCallsThatTheyLeave() {
    ThreadRecorder recorder = Trees.recorder(3);
    Trees.enter(recorder, 1);
    int one = recorder.open;
    Trees.enter(recorder, 2);
    int two = recorder.open;
    Trees.enter(recorder, 3);
    int three = recorder.open;
    Trees.enter(recorder, 3);
    assertEquals(three, recorder.open);
    recorder.unwindTo(three); // the inner call of itself
    assertEquals(1, CallNode.exceptions(recorder.nodes(), three));
    recorder.reopen(three); // caught
    assertEquals(1, CallNode.exceptions(recorder.nodes(), three));
    recorder.unwindTo(one); // from the outer, and from 2, which left no word
    assertEquals(one, recorder.open);
    assertEquals(2, CallNode.exceptions(recorder.nodes(), three));
    assertEquals(1, CallNode.exceptions(recorder.nodes(), two));
    assertEquals(0, CallNode.exceptions(recorder.nodes(), one));
  }

  @Test
  void aCatchFindsItsOwnNodeThere() {
    ThreadRecorder recorder = Trees.recorder(2);
    Trees.enter(recorder, 1);
    int one = recorder.open;
    Trees.enter(recorder, 2);
    int two = recorder.open;
    Trees.enter(recorder, 3);
    assertEquals(one, recorder.nodeOf(CallNode.ROOT, 1));
    assertEquals(two, recorder.nodeOf(one, 2));
    assertEquals(recorder.open, recorder.nodeOf(two, 3));
    assertEquals(CallNode.OVERFLOW, recorder.nodeOf(two, 9), "no such call");
  }
}
