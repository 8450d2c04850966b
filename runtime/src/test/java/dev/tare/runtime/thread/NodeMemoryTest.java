package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.tree.CallNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.GraphLayout;

/** How much heap a call tree takes, as JOL weighs it. */
class NodeMemoryTest {
  /** The limit that the product promises, bytes of heap for each node, room to grow included. */
  private static final int BYTES = 72;

  @Test
  void aNodeIsOneCacheLine() {
    assertEquals(64, CallNode.SIZE * Long.BYTES);
  }

  /** From 300 nodes on it holds at every size; smaller trees double, and take 36 KB at most. */
  @Test
  void noTreeOfThreeHundredNodesOrMoreExceedsTheLimit() {
    ThreadRecorder recorder = Trees.recorder(1_000_000);
    int length = 0;
    for (int count = ThreadRecorder.OWN_NODES; count < 100_000; count++) {
      addNode(recorder, count);
      int now = recorder.nodes.length;
      if (now != length) {
        // Just grown: at no other size is there more room that is not used yet.
        length = now;
        long bytes = bytes(recorder);
        int nodes = count + 1;
        assertTrue(
            nodes < 300 ? bytes <= 36 * 1024 : bytes <= (long) BYTES * nodes,
            () -> bytes + " bytes for " + nodes + " nodes");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 100_000, 1_000_000})
  void isWithinTheLimitAt(int nodes) {
    ThreadRecorder recorder = Trees.recorder(nodes);
    for (int count = ThreadRecorder.OWN_NODES; count < nodes + 1; count++) {
      addNode(recorder, count);
    }
    assertEquals((nodes + 1) * CallNode.SIZE, recorder.end());
    long bytes = bytes(recorder);
    assertTrue(bytes <= (long) BYTES * nodes, () -> bytes + " bytes for " + nodes + " nodes");
  }

  /** A tree that grows as programs' do: each node gets a few children. */
  private static void addNode(ThreadRecorder recorder, int count) {
    int parent = count / 3;
    recorder.open = parent < ThreadRecorder.OWN_NODES ? CallNode.ROOT : parent * CallNode.SIZE;
    recorder.call(count << 1);
  }

  private static long bytes(ThreadRecorder recorder) {
    return GraphLayout.parseInstance((Object) recorder.nodes).totalSize();
  }
}
