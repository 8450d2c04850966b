package dev.tare.fleet.ingest;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.NodeColumn;
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

  /**
   * Adds what a tree of calls has.
   *
   * @param rows of its nodes
   */
  void addCalls(int[] rows, CallTree tree) {
    for (int row : rows) {
      known[row] |= HAS_CALLS;
    }
    long[] calls = tree.values(NodeColumn.CALLS);
    long[] self = tree.values(NodeColumn.SELF);
    long[] waiting = tree.values(NodeColumn.WAITING);
    add(CALLS, rows, calls);
    add(SELF, rows, self);
    add(OVERHEAD, rows, tree.values(NodeColumn.OVERHEAD));
    add(EXCEPTIONS, rows, tree.values(NodeColumn.EXCEPTIONS));
    add(OPEN, rows, tree.values(NodeColumn.OPEN));
    add(CARRIED, rows, tree.values(NodeColumn.CARRIED));
    add(CUT, rows, tree.values(NodeColumn.CUT));
    add(MERGED, rows, tree.values(NodeColumn.MERGED));
    add(WAITING, rows, waiting);
    addCallsKinds(rows, tree);
    long[] distances = tree.values(NodeColumn.PARENT);
    addUp(self, distances);
    add(TOTAL, rows, self);
    addUp(waiting, distances);
    add(TOTAL_WAITING, rows, waiting);
  }

  private void addCallsKinds(int[] rows, CallTree tree) {
    long[] numbers = tree.values(NodeColumn.CALLS_KIND);
    for (int node = 0; node < numbers.length; node++) {
      if (numbers[node] != CallsKind.EXACT.number()) {
        int row = rows[node];
        kinds[row] = (byte) Math.max(kinds[row], numbers[node]);
        add(BELOW, row, tree.calls(node) - tree.callsLow(node));
        if (tree.callsHigh(node) == CallTree.UNBOUNDED) {
          known[row] |= IS_UNBOUNDED;
        } else {
          add(ABOVE, row, tree.callsHigh(node) - tree.calls(node));
        }
      }
    }
  }

  /** Makes each node's value that of its subtree. */
  private static void addUp(long[] values, long[] distances) {
    for (int node = values.length - 1; node > 0; node--) {
      values[node - (int) distances[node]] += values[node];
    }
  }

  private void add(int column, int[] rows, long[] values) {
    for (int node = 0; node < values.length; node++) {
      add(column, rows[node], values[node]);
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
    for (long[] column : columns) {
      Arrays.fill(column, 0, Math.min(size, column.length), 0);
    }
    size = 0;
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
