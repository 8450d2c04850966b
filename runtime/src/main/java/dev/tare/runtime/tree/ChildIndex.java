package dev.tare.runtime.tree;

/**
 * The children of a tree's wide nodes by parent and method, so that a dispatcher with hundreds of
 * callees is not searched one sibling after another. Used by the recorder's own thread alone.
 */
public final class ChildIndex {
  /** Nodes, or 0 for none: the root is no node's child. */
  private int[] places = new int[64];

  private int used;

  /** The child for a call of the method from the parent, or 0. */
  public int get(long[] nodes, int methodId, int parent) {
    return places[place(places, nodes, CallNode.key(methodId, parent))];
  }

  /**
   * Enters a child that is not there yet. Out of memory, nothing changes and the error is thrown.
   */
  public void add(long[] nodes, int child) {
    if ((used + 1) * 3 > places.length * 2) {
      int[] wider = new int[places.length * 2];
      for (int old : places) {
        if (old != 0) {
          wider[place(wider, nodes, CallNode.key(nodes, old))] = old;
        }
      }
      places = wider;
    }
    places[place(places, nodes, CallNode.key(nodes, child))] = child;
    used++;
  }

  private static int place(int[] places, long[] nodes, long key) {
    int mask = places.length - 1;
    long hash = key * 0x9E3779B97F4A7C15L;
    int place = (int) (hash >>> 40) & mask;
    while (places[place] != 0 && CallNode.key(nodes, places[place]) != key) {
      place = (place + 1) & mask;
    }
    return place;
  }
}
