package dev.tare.runtime;

/**
 * Where calls led that neither of a node's two hottest children was meant by: a cache of one place
 * a hash, so that nodes with three to eight busy children are not searched at every call. Used by
 * the recorder's own thread alone.
 */
final class RecentChildren {
  private static final int[] NONE = new int[1];
  private static final int LENGTH = 1 << 9;

  /** Nodes, and 0, which is nobody's child, where none is. Made when there is the first. */
  private int[] places = NONE;

  /** The child for a call of the method from the parent, or 0 where it is not remembered. */
  int get(long[] nodes, int methodId, int parent) {
    long key = CallNode.key(methodId, parent);
    int child = places[place(key)];
    return child != 0 && CallNode.key(nodes, child) == key ? child : 0;
  }

  /** Remembers a child. Out of memory, it does not. */
  void put(long[] nodes, int child) {
    if (places == NONE) {
      try {
        places = new int[LENGTH];
      } catch (OutOfMemoryError e) {
        return;
      }
    }
    places[place(CallNode.key(nodes, child))] = child;
  }

  private int place(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> 48) & (places.length - 1);
  }
}
