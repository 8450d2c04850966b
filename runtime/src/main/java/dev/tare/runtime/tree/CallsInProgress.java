package dev.tare.runtime.tree;

/** The calls of a tree that were in progress at a moment; immutable. */
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
    int depth = 1;
    int top = open;
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
      int node = open;
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

  /** Whether the call of this node that is in progress now may have been so then. */
  public boolean mayInclude(long[] nodes, int node) {
    for (int i = places.length - 1; i >= 0 && places[i] >= node; i--) {
      if (places[i] == node) {
        return calls[i] == CallNode.calls(nodes, node);
      }
    }
    return this == UNKNOWN;
  }
}
