package dev.tare.runtime.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CallNodeTest {
  private static final int NODE = CallNode.SIZE;

  /** A sum of ended threads may have one node for all that a server does in days. */
  @Test
  void samplesAreMoreThanAnIntCounts() {
    long[] nodes = new long[2 * CallNode.SIZE];
    CallNode.init(nodes, NODE, 2, CallNode.ROOT);
    CallNode.addSamples(nodes, NODE, Integer.MAX_VALUE);
    CallNode.addSamples(nodes, NODE, 1);
    assertEquals(1L << 31, CallNode.samples(nodes, NODE));
    CallNode.addAll(nodes, NODE, nodes, CallNode.ROOT);
    assertEquals(1L << 31, CallNode.samples(nodes, NODE));
    assertEquals(NODE, CallNode.nextSibling(nodes, NODE));
  }
}
