package dev.tare.runtime.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RecentChildrenTest {
  private static final int METHOD = 6;
  private static final int ONE = CallNode.SIZE;
  private static final int TWO = 2 * CallNode.SIZE;

  private final RecentChildren recent = new RecentChildren();

  private void put(long[] nodes, int method, int parent, int child) {
    recent.makeTables(CallNode.key(nodes, child) != CallNode.key(method, parent));
    recent.put(nodes, method, parent, child);
  }

  @Test
  void nothingIsRememberedAtFirst() {
    assertEquals(0, recent.get(new long[CallNode.SIZE], METHOD, CallNode.ROOT));
  }

  @Test
  void theChildOfACallIsRemembered() {
    long[] nodes = nodes(2);
    CallNode.init(nodes, ONE, METHOD, CallNode.ROOT);
    put(nodes, METHOD, CallNode.ROOT, ONE);
    assertEquals(ONE, recent.get(nodes, METHOD, CallNode.ROOT));
  }

  /** A folded call opens a node further up, and the same node serves calls from other nodes. */
  @Test
  void aNodeThatIsNoChildOfItsCallerIsRememberedForThatCall() {
    long[] nodes = nodes(3);
    CallNode.init(nodes, ONE, METHOD, CallNode.ROOT);
    CallNode.init(nodes, TWO, METHOD + 2, ONE);
    put(nodes, METHOD, TWO, ONE);
    assertEquals(ONE, recent.get(nodes, METHOD, TWO));
  }

  /** Its key is 0. */
  @Test
  void noNodeOfAnotherMethodIsTakenForACallOfTheFirstMethodFromTheRoot() {
    long[] nodes = nodes(3);
    CallNode.init(nodes, ONE, METHOD, CallNode.ROOT);
    put(nodes, METHOD, TWO, ONE); // a link, and places for links
    for (int method = 2; method < 10_000; method += 2) {
      CallNode.init(nodes, TWO, method, CallNode.ROOT);
      put(nodes, method, CallNode.ROOT, TWO);
      assertEquals(0, recent.get(nodes, 0, CallNode.ROOT));
    }
  }

  /** Places are shared by calls of one hash, and the last call has it. */
  @Test
  void whatIsRememberedIsNeverAnotherCallsNode() {
    int count = 3_000;
    long[] nodes = nodes(count);
    Map<Long, Integer> truth = new HashMap<>();
    SplittableRandom random = new SplittableRandom(11);
    int hits = 0;
    for (int node = ONE; node < nodes.length; node += CallNode.SIZE) {
      int parent = random.nextInt(node / CallNode.SIZE) * CallNode.SIZE;
      CallNode.init(nodes, node, METHOD + 2 * random.nextInt(1_000), parent);
      // One in two opens the node itself, the others are folded calls from another node.
      int caller = random.nextBoolean() ? parent : random.nextInt(count) * CallNode.SIZE;
      int method = CallNode.method(nodes, node);
      if (truth.putIfAbsent(CallNode.key(method, caller), node) == null) {
        put(nodes, method, caller, node);
        assertEquals(node, recent.get(nodes, method, caller), "just remembered");
      }
      long asked = CallNode.key(method, random.nextInt(count) * CallNode.SIZE);
      int found = recent.get(nodes, CallNode.keyMethod(asked), CallNode.keyNode(asked));
      boolean isOwnChild = found != 0 && CallNode.key(nodes, found) == asked;
      assertTrue(found == 0 || isOwnChild || truth.getOrDefault(asked, 0) == found);
    }
    for (Map.Entry<Long, Integer> call : truth.entrySet()) {
      int found =
          recent.get(nodes, CallNode.keyMethod(call.getKey()), CallNode.keyNode(call.getKey()));
      hits += found == 0 ? 0 : 1;
      assertTrue(
          found == 0
              || found == call.getValue()
              || CallNode.key(nodes, found) == call.getKey().longValue());
    }
    assertTrue(hits > 100, "remembered: " + hits);
  }

  private static long[] nodes(int count) {
    return new long[count * CallNode.SIZE];
  }
}
