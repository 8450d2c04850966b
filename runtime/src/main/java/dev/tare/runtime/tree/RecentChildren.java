package dev.tare.runtime.tree;

import dev.tare.runtime.memory.TreeMemory;

/**
 * A cache, with one place for each hash, of children that are not among their parent's two hottest,
 * so that nodes with three to eight busy children are not searched at every call. Used by the
 * recorder's own thread alone.
 */
public final class RecentChildren {
  private static final int[] NONE = new int[1];
  private static final long[] NO_LINKS = {};
  private static final int LENGTH = 1 << 9;

  /** Nodes, or 0, which is no node's child, for none. Made when there is the first. */
  private int[] places = NONE;

  /**
   * Of nodes that are no child of their caller, the call, and {@link CallNode#NO_CHILD} of others;
   * made when there is the first.
   */
  private long[] links = NO_LINKS;

  /** The node for a call of the method from the parent, or 0 where it is not remembered. */
  public int get(long[] nodes, int methodId, int parent) {
    long key = CallNode.key(methodId, parent);
    int place = place(key);
    int child = places[place];
    if (child == 0 || CallNode.key(nodes, child) == key) {
      return child;
    }
    return links.length > 0 && links[place] == key ? child : 0;
  }

  /**
   * Whether a table is to be made to remember a node for this call.
   *
   * @param isLink whether it is no child of its caller
   */
  boolean wantsTable(boolean isLink) {
    return lacksTable(isLink) && TreeMemory.isFree(LENGTH * (long) (Long.BYTES + Integer.BYTES));
  }

  private boolean lacksTable(boolean isLink) {
    return places == NONE || (isLink && links == NO_LINKS);
  }

  /** Makes what {@link #wantsTable} tells of, unless memory runs out. */
  void makeTables(boolean isLink) {
    try {
      if (isLink && links == NO_LINKS) {
        long[] none = new long[LENGTH];
        for (int place = 0; place < LENGTH; place++) {
          none[place] = CallNode.NO_CHILD;
        }
        links = none;
      }
      if (places == NONE) {
        places = new int[LENGTH];
      }
    } catch (OutOfMemoryError e) {
      TreeMemory.heapIsFull(); // The child is searched for at each call.
    }
  }

  /** Remembers a node for this call, where there is a table for it. */
  public void put(long[] nodes, int methodId, int parent, int child) {
    long key = CallNode.key(methodId, parent);
    boolean isLink = CallNode.key(nodes, child) != key;
    if (lacksTable(isLink)) {
      return;
    }
    int place = place(key);
    if (links.length > 0) {
      links[place] = isLink ? key : CallNode.NO_CHILD;
    }
    places[place] = child;
  }

  private int place(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> 48) & (places.length - 1);
  }
}
