package dev.tare.runtime.tree;

import dev.tare.runtime.internal.UnsafeAccess;
import dev.tare.runtime.memory.TreeMemory;

/**
 * Numbers that few nodes of a tree have: intervals that are still to be adjusted, by category, and
 * for how long the node's thread waited.
 *
 * <p>Written by the recorder's thread alone. Others read while it writes: a grown table is
 * published whole, and a sum is as of some moment not long ago.
 */
public final class NodeSums {
  /** For how many nanoseconds the node's thread waited. The other sums are by category. */
  public static final int WAITING = (1 << Short.SIZE) - 1;

  /** Few at first: virtual threads may be a million, and have nothing but waits here. */
  private static final int FIRST_LENGTH = 8;

  /** What it takes of the heap at least, in bytes. */
  static final long LEAST_MEMORY = (long) FIRST_LENGTH * Long.BYTES;

  /** Keys, 0 where none is, each with its sum after it. */
  private long[] places = new long[FIRST_LENGTH];

  private int used;

  /** Whether what it takes is a part of what all call trees may take. */
  private final boolean isOfTree;

  /** An empty table whose memory is not accounted for. */
  public NodeSums() {
    this(false);
  }

  private NodeSums(boolean isOfTree) {
    this.isOfTree = isOfTree;
  }

  /** An empty table for a thread's tree: {@link TreeMemory} accounts for its memory. */
  public static NodeSums ofTree() {
    NodeSums sums = new NodeSums(true);
    TreeMemory.takeAnyway(sums.memory());
    return sums;
  }

  /** What it takes of the heap, in bytes. */
  public long memory() {
    return (long) places.length * Long.BYTES;
  }

  /** Adds to a sum, or takes back. Out of memory, nothing changes and the error is thrown. */
  public void add(int node, int what, long amount) {
    add(node, what, amount, Integer.MAX_VALUE, false);
  }

  /**
   * As {@link #add(int, int, long)}, unless this would make more sums than this many, or the table
   * would have to grow while {@linkplain TreeMemory#isScarce memory is scarce}: nodes need the
   * rest.
   *
   * @param most how many sums there may be
   * @return whether it was added
   */
  public boolean addIfRoom(int node, int what, long amount, int most) {
    return add(node, what, amount, most, true);
  }

  /** Adds to what a node's thread waited, unless the heap is full and the table would grow. */
  void addWaiting(int node, long nanos) {
    if (get(node, WAITING) != 0 || TreeMemory.isFree(2 * memory())) {
      add(node, WAITING, nanos);
    }
  }

  private boolean add(int node, int what, long amount, int most, boolean onlyIfRoom) {
    long key = key(node, what);
    long[] table = places;
    int place = place(table, key);
    if (table[place] == 0) {
      if (used >= most) {
        return false;
      }
      if ((used + 1) * 3 > table.length) {
        if (onlyIfRoom && (TreeMemory.isScarce() || !TreeMemory.isFree(2 * memory()))) {
          return false;
        }
        table = grown(table);
        if (isOfTree) {
          TreeMemory.takeAnyway(memory()); // It has twice the length.
        }
        UnsafeAccess.UNSAFE.storeFence();
        places = table;
        place = place(table, key);
      }
      used++;
      table[place] = key;
    }
    table[place + 1] += amount;
    return true;
  }

  /** Adds all of another tree's, whose nodes have these places here. */
  public void addAll(NodeSums others, int[] placeOf) {
    long[] table = others.places;
    for (int i = 0; i < table.length; i += 2) {
      if (table[i] != 0) {
        add(placeOf[node(table[i]) / CallNode.SIZE], what(table[i]), table[i + 1]);
      }
    }
  }

  private static long key(int node, int what) {
    return 1 + ((long) node << Short.SIZE) + what;
  }

  private static int node(long key) {
    return (int) ((key - 1) >> Short.SIZE);
  }

  private static int what(long key) {
    return (int) (key - 1) & WAITING;
  }

  private static int place(long[] table, long key) {
    int mask = table.length - 2;
    int place = (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    while (table[place] != 0 && table[place] != key) {
      place = (place + 2) & mask;
    }
    return place;
  }

  private static long[] grown(long[] old) {
    long[] grown = new long[old.length * 2];
    for (int i = 0; i < old.length; i += 2) {
      if (old[i] != 0) {
        int place = place(grown, old[i]);
        grown[place] = old[i];
        grown[place + 1] = old[i + 1];
      }
    }
    return grown;
  }

  /** A copy of all sums, which does not change any more. */
  public NodeSums copy() {
    NodeSums copy = new NodeSums();
    copy.places = places.clone();
    copy.used = used;
    return copy;
  }

  /** A sum; 0 where there is none. */
  public long get(int node, int what) {
    long[] table = places;
    return table[place(table, key(node, what)) + 1];
  }

  /** What is told of each sum. */
  public interface Reader {
    /** Told once of each node and of what it has a sum of: {@link #WAITING}, or a category. */
    void sum(int node, int what, long amount);
  }

  /** Tells the reader all sums that there are now. */
  public void read(Reader reader) {
    long[] table = places;
    for (int i = 0; i < table.length; i += 2) {
      if (table[i] != 0) {
        reader.sum(node(table[i]), what(table[i]), table[i + 1]);
      }
    }
  }
}
