package dev.tare.runtime.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import dev.tare.runtime.clock.Interruptions;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.tree.CallNode;
import org.junit.jupiter.api.Test;

/** The profiler's own work of which a part had no processor: all of it is in the nodes. */
class ExcludedTimeTest {
  private static final int WITHOUT_PROCESSOR = 1_000;

  @Test
  void theFirstSuchPartIsBookedWhereTheTreeIsFull() {
    PreemptedTree tree = new PreemptedTree();
    tree.restartClock();
    int methodId = 0;
    while (tree.end < tree.nodes.length) {
      tree.open = CallNode.ROOT;
      tree.open = tree.call(methodId++);
    }
    long[] full = tree.nodes;

    tree.isPreempted = true;
    tree.exclude(Reading.now() - 2 * WITHOUT_PROCESSOR);

    assertNotSame(full, tree.nodes, "there was room for the node");
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
      liftLimit();
    }

    @Override
    long withoutProcessor(long excluded) {
      if (!isPreempted) {
        return 0;
      }
      int node = childOfRoot(Interruptions.SWITCHED_OUT);
      CallNode.addSelf(nodes, node, WITHOUT_PROCESSOR);
      return WITHOUT_PROCESSOR;
    }
  }
}
