package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.config.Settings;
import dev.tare.runtime.config.TestSettings;
import dev.tare.runtime.tree.CallNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Reads a recorder's tree for the tests, and checks what always holds. */
public final class Trees {
  /** No thread has such an id, so that the tests' own recorders are nobody's. */
  private static final long NO_THREAD = -1;

  private Trees() {}

  /** A recorder that no probe finds: the test itself plays its thread. */
  public static ThreadRecorder recorder(int maxNodes) {
    int before = Settings.maxNodes();
    TestSettings.maxNodes(maxNodes);
    try {
      return new ThreadRecorder(Thread.currentThread(), NO_THREAD);
    } finally {
      TestSettings.maxNodes(before);
    }
  }

  public static void enter(ThreadRecorder recorder, int methodId) {
    recorder.open = recorder.call(methodId);
  }

  /** Calls by path: {@code /1/2} is method 2 called from method 1 called from the root. */
  public static Map<String, Long> calls(ThreadRecorder recorder) {
    Map<Integer, String> paths = new HashMap<>();
    Map<String, Long> calls = new TreeMap<>();
    long[] nodes = recorder.nodes();
    paths.put(CallNode.ROOT, "");
    paths.put(CallNode.OVERFLOW, "/overflow");
    for (int node = CallNode.OVERFLOW + CallNode.SIZE;
        node < recorder.end();
        node += CallNode.SIZE) {
      String path = paths.get(CallNode.parent(nodes, node)) + "/" + CallNode.method(nodes, node);
      paths.put(node, path);
      calls.put(path, CallNode.calls(nodes, node));
    }
    return calls;
  }

  public static long sumOfCalls(ThreadRecorder recorder) {
    return calls(recorder).values().stream().mapToLong(Long::longValue).sum();
  }

  /** Raw metric of the whole tree. */
  static long sumOfMetric(ThreadRecorder recorder) {
    long sum = 0;
    for (int node = CallNode.ROOT; node < recorder.end(); node += CallNode.SIZE) {
      sum += CallNode.self(recorder.nodes(), node) + CallNode.overhead(recorder.nodes(), node);
    }
    return sum;
  }

  /** Every node but the own two is in its parent's ring, once, and no ring holds anything else. */
  public static void assertWhole(ThreadRecorder recorder) {
    long[] nodes = recorder.nodes();
    int end = recorder.end();
    Map<Integer, Integer> children = new HashMap<>();
    Set<Long> keys = new HashSet<>();
    for (int node = CallNode.OVERFLOW + CallNode.SIZE; node < end; node += CallNode.SIZE) {
      int parent = CallNode.parent(nodes, node);
      assertTrue(parent < node, "parents come first");
      children.merge(parent, 1, Integer::sum);
      assertTrue(keys.add(CallNode.key(nodes, node)), "one node for one method of a parent");
    }
    for (int parent = CallNode.ROOT; parent < end; parent += CallNode.SIZE) {
      int first = CallNode.anyChild(nodes, parent);
      int length = 0;
      if (first >= 0) {
        int sibling = first;
        do {
          assertTrue(sibling < end, "a ring leads out of the tree");
          assertEquals(parent, CallNode.parent(nodes, sibling));
          sibling = CallNode.nextSibling(nodes, sibling);
          length++;
        } while (sibling != first && length <= end);
      }
      assertEquals(children.getOrDefault(parent, 0), length, "nodes in the ring of " + parent);
    }
  }
}
