package dev.tare.runtime.tree;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CallsInProgressTest {
  private static final int OUTER = 2 * CallNode.SIZE;
  private static final int INNER = 3 * CallNode.SIZE;
  private static final int OTHER = 4 * CallNode.SIZE;

  private final long[] nodes = new long[5 * CallNode.SIZE];

  CallsInProgressTest() {
    CallNode.init(nodes, OUTER, 2, CallNode.ROOT);
    CallNode.init(nodes, INNER, 4, OUTER);
    CallNode.init(nodes, OTHER, 6, CallNode.OVERFLOW);
    CallNode.addCall(nodes, OUTER);
    CallNode.addCall(nodes, INNER);
  }

  @Test
  void theyAreThoseOnTheWayToTheOpenOne() {
    CallsInProgress calls = CallsInProgress.of(nodes, INNER);
    assertTrue(calls.mayInclude(nodes, CallNode.ROOT, false));
    assertTrue(calls.mayInclude(nodes, OUTER, false));
    assertTrue(calls.mayInclude(nodes, INNER, false));
    assertFalse(calls.mayInclude(nodes, OTHER, false));
    assertFalse(CallsInProgress.of(nodes, OUTER).mayInclude(nodes, INNER, false));
  }

  @Test
  void aLaterCallOfTheSameNodeIsAnother() {
    CallsInProgress calls = CallsInProgress.of(nodes, INNER);
    CallNode.addCall(nodes, INNER);
    assertFalse(calls.mayInclude(nodes, INNER, false));
    assertTrue(calls.mayInclude(nodes, OUTER, false));
  }

  @Test
  void eachCallOfADeepRecursionIsFoundAndNoneBesideIt() {
    int depth = 1000;
    long[] deep = new long[(2 * depth + 2) * CallNode.SIZE];
    int open = CallNode.ROOT;
    for (int i = 1; i <= depth; i++) {
      CallNode.init(deep, 2 * i * CallNode.SIZE, 2, open);
      CallNode.init(deep, (2 * i + 1) * CallNode.SIZE, 4, open);
      open = 2 * i * CallNode.SIZE;
    }
    CallsInProgress calls = CallsInProgress.of(deep, open);
    assertTrue(calls.mayInclude(deep, CallNode.ROOT, false));
    for (int i = 1; i <= depth; i++) {
      assertTrue(calls.mayInclude(deep, 2 * i * CallNode.SIZE, false));
      assertFalse(calls.mayInclude(deep, (2 * i + 1) * CallNode.SIZE, false));
    }
  }

  @Test
  void whereNodesDoNotTellTheWayItMayBeAny() {
    assertTrue(CallsInProgress.of(nodes, OTHER).mayInclude(nodes, INNER, false));
    assertFalse(CallsInProgress.of(nodes, OTHER).areKnown());
    assertTrue(CallsInProgress.of(nodes, INNER).areKnown());
  }
}
