package dev.tare.runtime.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.clock.Interruptions;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.config.TestSettings;
import dev.tare.runtime.memory.SmallHeap;
import dev.tare.runtime.memory.TreeMemory;
import dev.tare.runtime.tree.CallNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The profiler's own work of which a part had no processor: all of it is in the nodes. */
class ExcludedTimeTest {
  private static final int WITHOUT_PROCESSOR = 1_000;

  @Test
  void theFirstSuchPartIsBookedWhereTheArrayIsFull() {
    PreemptedTree tree = withFullArray();
    long[] full = tree.nodes;

    tree.preempt();

    assertNotSame(full, tree.nodes, "there was room for the node");
    assertBooked(tree);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void itIsBookedPastTheLimitOfNodes(int maxNodes) {
    PreemptedTree tree = PreemptedTree.limitedTo(maxNodes);
    tree.restartClock();
    for (int methodId = 0; methodId < 2 * maxNodes; methodId++) {
      tree.open = tree.call(methodId);
    }

    tree.preempt();

    assertBooked(tree);
    tree.open = tree.call(2 * maxNodes);
    assertTrue(CallNode.isInOverflow(tree.nodes, tree.open), "a call passes the limit, too");
  }

  @Test
  void itIsBookedWhereAllTreesHaveTheirShare() throws Exception {
    SmallHeap.run(ExcludedTimeTest.class);
  }

  /** In a JVM of its own. */
  public static void main(String[] args) {
    PreemptedTree tree = withFullArray();
    TreeMemory.takeAnyway(TreeMemory.limit());

    tree.preempt();

    assertBooked(tree);
  }

  private static PreemptedTree withFullArray() {
    PreemptedTree tree = new PreemptedTree();
    tree.restartClock();
    int methodId = 0;
    while (tree.end < tree.nodes.length) {
      tree.open = CallNode.ROOT;
      tree.open = tree.call(methodId++);
    }
    return tree;
  }

  private static void assertBooked(PreemptedTree tree) {
    int node = tree.switchedOut();
    assertNotEquals(0, node, "it has no node");
    assertEquals(WITHOUT_PROCESSOR, CallNode.self(tree.nodes, node));
    assertEquals(tree.lastReading(), tree.chargedUpTo(raw(tree)), "time is in no node");
  }

  private static long raw(IntervalAccounting tree) {
    long raw = 0;
    for (int node = 0; node < tree.end; node += CallNode.SIZE) {
      raw += CallNode.self(tree.nodes, node) + CallNode.overhead(tree.nodes, node);
    }
    return raw;
  }

  /** Its thread has no processor for a part of what is excluded. */
  private static final class PreemptedTree extends IntervalAccounting {
    private boolean isPreempted;

    PreemptedTree() {
      super(false, true);
    }

    static PreemptedTree limitedTo(int maxNodes) {
      int before = Settings.maxNodes();
      TestSettings.maxNodes(maxNodes);
      try {
        return new PreemptedTree();
      } finally {
        TestSettings.maxNodes(before);
      }
    }

    int switchedOut() {
      return childOfRoot(Interruptions.SWITCHED_OUT);
    }

    void preempt() {
      isPreempted = true;
      exclude(Reading.now() - 2 * WITHOUT_PROCESSOR);
      isPreempted = false;
    }

    @Override
    protected long withoutProcessor(long excluded) {
      if (!isPreempted) {
        return 0;
      }
      int node = switchedOut();
      if (node == 0) {
        return 0;
      }
      CallNode.addSelf(nodes, node, WITHOUT_PROCESSOR);
      return WITHOUT_PROCESSOR;
    }
  }
}
