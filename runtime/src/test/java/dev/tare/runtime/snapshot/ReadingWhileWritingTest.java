package dev.tare.runtime.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.Trees;
import dev.tare.runtime.tree.CallNode;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A snapshot of a thread that goes on recording finds whole nodes, parents before children. */
class ReadingWhileWritingTest {
  private static final int METHODS = 2_000;

  @Test
  void everyNodeThatIsSeenIsWhole() throws Exception {
    ThreadRecorder recorder = Trees.recorder(300_000);
    Thread writer =
        new Thread(
            () -> {
              SplittableRandom random = new SplittableRandom(42);
              for (int i = 0; i < 200_000; i++) {
                for (int depth = 0; depth < 5; depth++) {
                  Trees.enter(recorder, random.nextInt(METHODS));
                }
                recorder.open = CallNode.ROOT;
              }
            });
    writer.start();
    int last = 0;
    int looks = 0;
    boolean running = true;
    while (running) {
      running = writer.isAlive();
      int end = recorder.end();
      long[] nodes = recorder.nodes();
      assertTrue(end >= last && end <= nodes.length, "nodes are never taken back");
      check(nodes, last, end);
      last = end;
      looks++;
    }
    writer.join();
    assertTrue(looks > 1);
    check(recorder.nodes(), 0, recorder.end());
    Trees.assertWhole(recorder);
    long root = CallNode.calls(recorder.nodes(), CallNode.ROOT) - 1;
    assertEquals(1_000_000, Trees.sumOfCalls(recorder) + root);
  }

  private static void check(long[] nodes, int from, int to) {
    for (int node = Math.max(from, CallNode.OVERFLOW + CallNode.SIZE); node < to; ) {
      int method = CallNode.method(nodes, node);
      int parent = CallNode.parent(nodes, node);
      assertTrue(method >= 0 && method < METHODS, "a method");
      assertTrue(parent >= 0 && parent < node && parent % CallNode.SIZE == 0, "a parent");
      assertTrue(CallNode.calls(nodes, node) >= 0);
      assertEquals(0, CallNode.exceptions(nodes, node));
      node += CallNode.SIZE;
    }
  }
}
