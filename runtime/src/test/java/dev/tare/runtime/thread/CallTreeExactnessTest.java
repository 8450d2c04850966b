package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.tree.CallNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tree counts what was called from where, whatever its shape. */
class CallTreeExactnessTest {

  /** More siblings than the ring is walked for, and few, and one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 9, 10, 40, 700})
  void countsAreThoseOfAPlainMapForAnyNumberOfMethods(int methods) {
    ThreadRecorder recorder = Trees.recorder(1_000_000);
    SplittableRandom random = new SplittableRandom(methods);
    Map<String, Long> expected = new TreeMap<>();
    Deque<String> paths = new ArrayDeque<>();
    Deque<Integer> parents = new ArrayDeque<>();
    paths.push("");
    for (int i = 0; i < 50_000; i++) {
      if (parents.size() < 6 && (parents.isEmpty() || random.nextBoolean())) {
        int method = random.nextInt(methods);
        parents.push(recorder.open);
        paths.push(paths.getFirst() + "/" + method);
        expected.merge(paths.getFirst(), 1L, Long::sum);
        Trees.enter(recorder, method);
      } else {
        recorder.open = parents.pop();
        paths.pop();
      }
    }
    assertEquals(expected, Trees.calls(recorder));
    Trees.assertWhole(recorder);
  }

  @Test
  void everyChildOfAWideNodeIsFoundAgain() {
    ThreadRecorder recorder = Trees.recorder(1_000_000);
    for (int round = 1; round <= 3; round++) {
      for (int method = 0; method < 5_000; method++) {
        Trees.enter(recorder, method);
        recorder.open = CallNode.ROOT;
      }
      assertEquals(5_000, Trees.calls(recorder).size());
      assertEquals(5_000L * round, Trees.sumOfCalls(recorder));
    }
    Trees.assertWhole(recorder);
  }

  @Test
  void severalWideNodesDoNotMixUpTheirChildren() {
    ThreadRecorder recorder = Trees.recorder(1_000_000);
    for (int parent = 0; parent < 50; parent++) {
      for (int method = 0; method < 50; method++) {
        Trees.enter(recorder, parent);
        Trees.enter(recorder, method);
        recorder.open = CallNode.ROOT;
      }
    }
    Map<String, Long> calls = Trees.calls(recorder);
    assertEquals(50 + 50 * 50, calls.size());
    assertEquals(50, calls.get("/49"));
    assertEquals(1, calls.get("/49/49"));
    Trees.assertWhole(recorder);
  }

  @Test
  void recursionHasANodeForEachLevel() {
    ThreadRecorder recorder = Trees.recorder(1_000_000);
    for (int depth = 0; depth < 20_000; depth++) {
      Trees.enter(recorder, 7);
    }
    assertEquals(CallNode.SIZE * (ThreadRecorder.OWN_NODES + 20_000), recorder.end());
    assertEquals(recorder.end() - CallNode.SIZE, recorder.open());
  }
}
