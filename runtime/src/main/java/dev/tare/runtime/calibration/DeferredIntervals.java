package dev.tare.runtime.calibration;

import dev.tare.runtime.config.Settings;
import dev.tare.runtime.internal.UnsafeAccess;
import dev.tare.runtime.tree.CallNode;

/**
 * Intervals that were charged raw, to be adjusted when more is known: how many of each category
 * each node has. What JPROF keeps in every node, {@code DELAY_CALIBRATION}, and what bounds the
 * error of the runtime policy: a thread's first intervals come before overheads are known. Beside
 * them, for how long a node's thread waited.
 *
 * <p>Written by the recorder's thread alone. Others read while it writes: a grown table is
 * published whole, and a count is as of some moment not long ago.
 */
public final class DeferredIntervals {
  /** In the place of a category, which are fewer: for how long a node's thread waited. */
  private static final int WAITING = Category.KEYS - 1;

  /**
   * Pairs of a node and a category that are deferred at most: a megabyte's. Trees that have more in
   * a warm-up are large ones, whose nodes must not cost the table's bytes each. The delayed policy
   * defers all, whatever memory it takes.
   */
  private static final int MAX_PAIRS =
      Settings.deferrals() == Long.MAX_VALUE ? Integer.MAX_VALUE : 1 << 15;

  /**
   * Keys, 0 where none is, and behind each its count. Few at first: virtual threads may be a
   * million, and have nothing but waits here.
   */
  private long[] places = new long[8];

  private int used;

  /**
   * Counts one. Out of memory, nothing changes and the error is thrown.
   *
   * @return whether it was counted: a full table takes no further pair
   */
  public boolean add(int node, int category) {
    return add(node, category, 1, MAX_PAIRS);
  }

  /**
   * Adds nanoseconds for which a node's thread waited; fewer than none take some back. There is
   * always room. As {@link #add}.
   */
  public void addWaiting(int node, long nanos) {
    add(node, WAITING, nanos, Integer.MAX_VALUE);
  }

  private boolean add(int node, int category, long count, int mostPairs) {
    long key = key(node, category);
    long[] table = places;
    int place = place(table, key);
    if (table[place] == 0) {
      if (used >= mostPairs) {
        return false;
      }
      if (++used * 3 > table.length) {
        table = grown(table);
        UnsafeAccess.UNSAFE.storeFence();
        places = table;
        place = place(table, key);
      }
      table[place] = key;
    }
    table[place + 1] += count;
    return true;
  }

  /** Counts all of another's, whose nodes have these places here. */
  public void addAll(DeferredIntervals others, int[] placeOf) {
    long[] table = others.places;
    for (int i = 0; i < table.length; i += 2) {
      long key = table[i];
      if (key != 0) {
        int place = placeOf[node(key) / CallNode.SIZE];
        add(place, category(key), table[i + 1], Integer.MAX_VALUE);
      }
    }
  }

  private static long key(int node, int category) {
    return 1 + (long) node * Category.KEYS + category;
  }

  private static int node(long key) {
    return (int) ((key - 1) / Category.KEYS);
  }

  private static int category(long key) {
    return (int) ((key - 1) % Category.KEYS);
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

  /** All there are now, not to change any more. */
  public DeferredIntervals copy() {
    DeferredIntervals copy = new DeferredIntervals();
    copy.places = places.clone();
    copy.used = used;
    return copy;
  }

  /** For how many nanoseconds the node's thread waited. */
  public long waiting(int node) {
    long[] table = places;
    return table[place(table, key(node, WAITING)) + 1];
  }

  /** What is told of each node. */
  public interface Reader {
    /** Told once of each node and category that has any. */
    void intervals(int node, int category, long count);

    /** Told once of each node whose thread waited; who does not care can look it up. */
    default void waiting(int node, long nanos) {}
  }

  /** Tells all there are now. */
  public void read(Reader reader) {
    long[] table = places;
    for (int i = 0; i < table.length; i += 2) {
      long key = table[i];
      if (key != 0) {
        if (category(key) == WAITING) {
          reader.waiting(node(key), table[i + 1]);
        } else {
          reader.intervals(node(key), category(key), table[i + 1]);
        }
      }
    }
  }
}
