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
  void whereNodesDoNotTellTheWayItMayBeAny() {
    assertTrue(CallsInProgress.of(nodes, OTHER).mayInclude(nodes, INNER, false));
  }
}
