package dev.tare.fleet.ingest;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import java.util.Arrays;

/**
 * Rows of nodes, each a path of one profile or stretch, until they are written. Takes about 60
 * bytes a row.
 */
final class NodeBuffer {
  static final int CALLS = 0;
  static final int SELF = 1;
  static final int OVERHEAD = 2;
  static final int TOTAL = 3;
  static final int SAMPLES = 4;
  static final int BELOW = 5;
  static final int ABOVE = 6;
  static final int EXCEPTIONS = 7;
  static final int OPEN = 8;
  static final int CARRIED = 9;
  static final int CUT = 10;
  static final int MERGED = 11;
  static final int WAITING = 12;
  static final int TOTAL_WAITING = 13;
  private static final int COLUMNS = 14;

  // What is known of a row, as bits.
  private static final int HAS_CALLS = 1;
  private static final int HAS_SAMPLES = 2;
  private static final int IS_UNBOUNDED = 4;

  private static final int FIRST_ROOM = 1 << 16;

  private final long[][] columns = new long[COLUMNS][0];
  private int size;
  private int[] paths = new int[FIRST_ROOM];
  private int[] owners = new int[FIRST_ROOM];
  private byte[] kinds = new byte[FIRST_ROOM];
  private byte[] known = new byte[FIRST_ROOM];
  private short[] tiers = new short[FIRST_ROOM];

  /** Rows so far. */
  int size() {
    return size;
  }

  /**
   * A new row, all of it 0.
   *
   * @param owner the profile or stretch
   */
  int add(int owner, int path, short tier) {
    if (size == paths.length) {
      int room = 2 * size;
      paths = Arrays.copyOf(paths, room);
      owners = Arrays.copyOf(owners, room);
      kinds = Arrays.copyOf(kinds, room);
      known = Arrays.copyOf(known, room);
      tiers = Arrays.copyOf(tiers, room);
    }
    paths[size] = path;
    owners[size] = owner;
    kinds[size] = 0;
    known[size] = 0;
    tiers[size] = tier;
    return size++;
  }

  /** Adds what a tree of calls has of a node. */
  void addCalls(int row, CallTree tree, int node, long total, long totalWaiting) {
    known[row] |= HAS_CALLS;
    add(CALLS, row, tree.calls(node));
    add(SELF, row, tree.self(node));
    add(OVERHEAD, row, tree.overhead(node));
    add(TOTAL, row, total);
    add(EXCEPTIONS, row, tree.exceptions(node));
    add(OPEN, row, tree.open(node));
    add(CARRIED, row, tree.carried(node));
    add(CUT, row, tree.cut(node));
    add(MERGED, row, tree.merged(node));
    add(WAITING, row, tree.waiting(node));
    add(TOTAL_WAITING, row, totalWaiting);
    CallsKind kind = tree.callsKind(node);
    if (kind != CallsKind.EXACT) {
      kinds[row] = (byte) Math.max(kinds[row], kind.number());
      add(BELOW, row, tree.calls(node) - tree.callsLow(node));
      if (tree.callsHigh(node) == CallTree.UNBOUNDED) {
        known[row] |= IS_UNBOUNDED;
      } else {
        add(ABOVE, row, tree.callsHigh(node) - tree.calls(node));
      }
    }
  }

  /** Adds what a tree of samples has of a node. */
  void addSamples(int row, long samples) {
    known[row] |= HAS_SAMPLES;
    add(SAMPLES, row, samples);
  }

  private void add(int column, int row, long value) {
    if (value == 0) {
      return;
    }
    if (row >= columns[column].length) {
      columns[column] = Arrays.copyOf(columns[column], paths.length);
    }
    columns[column][row] += value;
  }

  /** Forgets all rows. */
  void clear() {
    size = 0;
    for (long[] column : columns) {
      Arrays.fill(column, 0);
    }
  }

  /** The rows by path, in the order in which they came: a counting sort. */
  int[] sorted(int pathCount) {
    int[] starts = new int[pathCount + 1];
    for (int row = 0; row < size; row++) {
      starts[paths[row] + 1]++;
    }
    for (int path = 0; path < pathCount; path++) {
      starts[path + 1] += starts[path];
    }
    int[] order = new int[size];
    for (int row = 0; row < size; row++) {
      order[starts[paths[row]]++] = row;
    }
    return order;
  }

  /**
   * Rows of which each is the sum over a path's rows of owners that go together.
   *
   * @param order as {@link #sorted} has it
   * @param together for each owner the new owner; those of one follow each other
   */
  NodeBuffer summed(int[] order, int[] together) {
    NodeBuffer sums = new NodeBuffer();
    int[] sumOf = new int[order.length];
    int sum = -1;
    for (int place = 0; place < order.length; place++) {
      int row = order[place];
      int owner = together[owners[row]];
      if (sum < 0 || sums.paths[sum] != paths[row] || sums.owners[sum] != owner) {
        sum = sums.add(owner, paths[row], (short) -1);
      }
      sums.known[sum] |= known[row];
      sums.kinds[sum] = (byte) Math.max(sums.kinds[sum], kinds[row]);
      sumOf[place] = sum;
    }
    for (int column = 0; column < COLUMNS; column++) {
      long[] from = columns[column];
      if (from.length > 0) {
        long[] to = new long[sums.size];
        for (int place = 0; place < order.length; place++) {
          if (order[place] < from.length) {
            to[sumOf[place]] += from[order[place]];
          }
        }
        sums.columns[column] = to;
      }
    }
    return sums;
  }

  int path(int row) {
    return paths[row];
  }

  /** The profile or stretch. */
  int owner(int row) {
    return owners[row];
  }

  /** Number of the tier's name; less than 0: none. */
  short tier(int row) {
    return tiers[row];
  }

  /** Number of the {@link CallsKind}; less than 0 where no calls are known. */
  int kind(int row) {
    return hasCalls(row) ? kinds[row] : -1;
  }

  boolean hasCalls(int row) {
    return (known[row] & HAS_CALLS) != 0;
  }

  boolean hasSamples(int row) {
    return (known[row] & HAS_SAMPLES) != 0;
  }

  boolean hasCallsHigh(int row) {
    return kinds[row] != 0 && (known[row] & IS_UNBOUNDED) == 0;
  }

  /** A column of numbers, by row, as far as it is used: what is missing at its end is 0. */
  long[] column(int column) {
    return columns[column];
  }
}
