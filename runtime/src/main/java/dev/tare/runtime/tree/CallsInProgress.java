package dev.tare.runtime.tree;

/**
 * The calls of a tree that were in progress at a moment; immutable.
 *
 * <p>Where recursion is folded, several calls of a node may be in progress, and calls of nodes that
 * are not on the way to the open one. Then the outermost call stands for all below it.
 */
public final class CallsInProgress {
  /** Where they are not known, for want of memory or of nodes: any call may be one. */
  private static final CallsInProgress UNKNOWN = new CallsInProgress(new int[0], new long[0]);

  /** Their nodes, in ascending order: a node is made after the one above it. */
  private final int[] places;

  /** How often each node had been called: the last of these calls is the one in progress. */
  private final long[] calls;

  private CallsInProgress(int[] places, long[] calls) {
    this.places = places;
    this.calls = calls;
  }

  /** Those of the node that is open, and of all above it. Throws nothing: probes call it. */
  public static CallsInProgress of(long[] nodes, int open) {
    int innermost = known(nodes, open);
    int depth = 1;
    int top = innermost;
    while (top > CallNode.OVERFLOW) {
      top = CallNode.parent(nodes, top);
      depth++;
    }
    if (top == CallNode.OVERFLOW) {
      return UNKNOWN; // Nodes there do not tell what is above them.
    }
    try {
      int[] places = new int[depth];
      long[] calls = new long[depth];
      int node = innermost;
      for (int i = depth - 1; i >= 0; i--) {
        places[i] = node;
        calls[i] = CallNode.calls(nodes, node);
        node = CallNode.parent(nodes, node);
      }
      return new CallsInProgress(places, calls);
    } catch (OutOfMemoryError e) {
      return UNKNOWN;
    }
  }

  /**
   * Whether the call of this node that is in progress now may have been so then.
   *
   * @param wasOutermostFolded whether a folded call ever opened an outermost node again: then more
   *     calls of it do not tell that the one before has ended
   */
  public boolean mayInclude(long[] nodes, int node, boolean wasOutermostFolded) {
    int sought = known(nodes, node);
    int from = 0;
    int to = places.length;
    while (from < to) { // Binary search: in a deep recursion there are many, and each asks.
      int middle = (from + to) >>> 1;
      if (places[middle] == sought) {
        return wasOutermostFolded || calls[middle] == CallNode.calls(nodes, sought);
      }
      if (places[middle] < sought) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return this == UNKNOWN;
  }

  /** Whether those that were not in progress are told from them. */
  public boolean areKnown() {
    return this != UNKNOWN && (!NodeArray.FOLDS || places.length == 1);
  }

  /** The node itself, or, where recursion is folded, the outermost on the way to it. */
  private static int known(long[] nodes, int node) {
    int known = node;
    while (NodeArray.FOLDS && CallNode.parent(nodes, known) > CallNode.OVERFLOW) {
      known = CallNode.parent(nodes, known);
    }
    return known;
  }
}
