package dev.tare.runtime.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ChildIndexTest {
  private static final int NODES = 20_000;
  private static final int METHODS = 3_000;
  private static final int PARENTS = 50;

  @Test
  void emptyItHasNoChild() {
    assertEquals(0, new ChildIndex().get(new long[CallNode.SIZE], 2, CallNode.ROOT));
  }

  @Test
  void everyChildIsFoundByItsParentAndMethodHoweverManyThereAre() {
    ChildIndex index = new ChildIndex();
    long[] nodes = new long[NODES * CallNode.SIZE];
    Map<Long, Integer> truth = new HashMap<>();
    SplittableRandom random = new SplittableRandom(7);
    for (int node = CallNode.SIZE; node < nodes.length; node += CallNode.SIZE) {
      int method = random.nextInt(METHODS);
      int parent = random.nextInt(PARENTS) * CallNode.SIZE;
      assertEquals(
          truth.getOrDefault(CallNode.key(method, parent), 0), index.get(nodes, method, parent));
      if (truth.putIfAbsent(CallNode.key(method, parent), node) == null) {
        CallNode.init(nodes, node, method, parent);
        index.add(nodes, node);
        assertEquals(node, index.get(nodes, method, parent), "just added");
      }
    }
    truth.forEach(
        (key, node) ->
            assertEquals(node, index.get(nodes, CallNode.keyMethod(key), CallNode.keyNode(key))));
  }

  @Test
  void aMethodOfAnotherParentIsAnotherChild() {
    ChildIndex index = new ChildIndex();
    long[] nodes = new long[4 * CallNode.SIZE];
    int one = CallNode.SIZE;
    int other = 2 * CallNode.SIZE;
    CallNode.init(nodes, one, 6, CallNode.ROOT);
    CallNode.init(nodes, other, 6, one);
    index.add(nodes, one);
    assertEquals(0, index.get(nodes, 6, one));
    index.add(nodes, other);
    assertEquals(one, index.get(nodes, 6, CallNode.ROOT));
    assertEquals(other, index.get(nodes, 6, one));
  }
}
