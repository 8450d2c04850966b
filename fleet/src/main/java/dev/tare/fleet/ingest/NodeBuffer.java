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
  static final int WAITING = 11;
  static final int TOTAL_WAITING = 12;
  private static final int COLUMNS = 13;

  // What is known of a row, as bits; above them the kind of its calls, and above that its tier.
  private static final int HAS_CALLS = 1;
  private static final int HAS_SAMPLES = 2;
  private static final int IS_UNBOUNDED = 4;
  private static final int KIND_SHIFT = 8;
  private static final int TIER_SHIFT = 16;
  private static final int KIND_MASK = 0xff;

  private static final int FIRST_ROOM = 1 << 16;
  private static final boolean[] NONE = {};

  private final long[][] columns = new long[COLUMNS][0];
  private int size;
  private int[] paths = new int[FIRST_ROOM];
  private int[] owners = new int[FIRST_ROOM];
  private int[] marks = new int[FIRST_ROOM];

  // Large arrays that die young would be copied by the collector.
  private int[] spareInts = {};
  private long[] spareLongs = {};

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
      marks = Arrays.copyOf(marks, room);
    }
    paths[size] = path;
    owners[size] = owner;
    marks[size] = tier << TIER_SHIFT;
    return size++;
  }

  /**
   * Adds what a tree of calls has.
   *
   * @param rows of its nodes
   */
  void addCalls(int[] rows, CallTree tree) {
    for (int row : rows) {
      marks[row] |= HAS_CALLS;
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
        markKind(row, (int) numbers[node]);
        add(BELOW, row, tree.calls(node) - tree.callsLow(node));
        if (tree.callsHigh(node) == CallTree.UNBOUNDED) {
          marks[row] |= IS_UNBOUNDED;
        } else {
          add(ABOVE, row, tree.callsHigh(node) - tree.calls(node));
        }
      }
    }
  }

  /** Of several kinds the greatest, which says least. */
  private void markKind(int row, int kind) {
    if (kind > kind(row)) {
      marks[row] = (marks[row] & ~(KIND_MASK << KIND_SHIFT)) | (kind << KIND_SHIFT);
    }
  }

  private int kind(int row) {
    return (marks[row] >>> KIND_SHIFT) & KIND_MASK;
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
    marks[row] |= HAS_SAMPLES;
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

  /** Forgets the last rows, so that there are so many. */
  void cutTo(int rows) {
    for (long[] column : columns) {
      Arrays.fill(column, Math.min(rows, column.length), Math.min(size, column.length), 0);
    }
    size = rows;
  }

  /** Forgets all rows. */
  void clear() {
    for (long[] column : columns) {
      Arrays.fill(column, 0);
    }
    size = 0;
  }

  /**
   * Puts the rows in the order of their paths, those of one path in the order in which they came: a
   * counting sort, and then one column after another, so that whoever reads them goes straight
   * through each.
   */
  void sort(int pathCount) {
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
    paths = sorted(paths, order);
    owners = sorted(owners, order);
    marks = sorted(marks, order);
    for (int column = 0; column < COLUMNS; column++) {
      if (columns[column].length > 0) {
        columns[column] = sorted(columns[column], order);
      }
    }
  }

  private int[] sorted(int[] values, int[] order) {
    int[] sorted = spareInts.length == paths.length ? spareInts : new int[paths.length];
    for (int place = 0; place < order.length; place++) {
      sorted[place] = values[order[place]];
    }
    spareInts = values;
    return sorted;
  }

  private long[] sorted(long[] values, int[] order) {
    long[] sorted = spareLongs.length == paths.length ? spareLongs : new long[paths.length];
    for (int place = 0; place < order.length; place++) {
      // What is missing at the end of a column is 0.
      sorted[place] = order[place] < values.length ? values[order[place]] : 0;
    }
    spareLongs = values;
    return sorted;
  }

  /**
   * Rows of which each is the sum over a path's rows of owners that go together; these rows are
   * {@link #sort sorted}.
   *
   * @param together for each owner the new owner; those of one follow each other
   */
  NodeBuffer summed(int[] together) {
    NodeBuffer sums = new NodeBuffer();
    int[] sumOf = new int[size];
    int sum = -1;
    for (int row = 0; row < size; row++) {
      int owner = together[owners[row]];
      if (sum < 0 || sums.paths[sum] != paths[row] || sums.owners[sum] != owner) {
        sum = sums.add(owner, paths[row], (short) -1);
      }
      sums.marks[sum] |= marks[row] & (HAS_CALLS | HAS_SAMPLES | IS_UNBOUNDED);
      sums.markKind(sum, kind(row));
      sumOf[row] = sum;
    }
    for (int column = 0; column < COLUMNS; column++) {
      long[] from = columns[column];
      if (from.length > 0) {
        long[] to = new long[sums.paths.length];
        for (int row = 0; row < size; row++) {
          to[sumOf[row]] += from[row];
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
  int tier(int row) {
    return marks[row] >> TIER_SHIFT;
  }

  /** Number of the {@link CallsKind}; less than 0 where no calls are known. */
  int callsKind(int row) {
    return (marks[row] & HAS_CALLS) == 0 ? -1 : kind(row);
  }

  /** The rows whose calls are known; empty where none are, as are the others of its kind. */
  boolean[] hasCalls() {
    return has(HAS_CALLS);
  }

  /** The rows whose samples are known. */
  boolean[] hasSamples() {
    return has(HAS_SAMPLES);
  }

  private boolean[] has(int bit) {
    boolean[] has = new boolean[size];
    boolean any = false;
    for (int row = 0; row < size; row++) {
      has[row] = (marks[row] & bit) != 0;
      any |= has[row];
    }
    return any ? has : NONE;
  }

  /** The rows whose calls are not exact. */
  boolean[] hasCallsLow() {
    boolean[] has = new boolean[size];
    boolean any = false;
    for (int row = 0; row < size; row++) {
      has[row] = kind(row) != 0;
      any |= has[row];
    }
    return any ? has : NONE;
  }

  /** Those of them of which it is known how many there may have been. */
  boolean[] hasCallsHigh() {
    boolean[] has = hasCallsLow();
    for (int row = 0; row < has.length; row++) {
      has[row] &= (marks[row] & IS_UNBOUNDED) == 0;
    }
    return has;
  }

  /** The rows of which a column has more than 0. */
  boolean[] isNotZero(int column) {
    long[] values = columns[column];
    if (values.length == 0) {
      return NONE;
    }
    boolean[] has = new boolean[size];
    for (int row = 0; row < size; row++) {
      has[row] = values[row] != 0;
    }
    return has;
  }

  /** A column of numbers, by row, once the rows are sorted; empty where all are 0. */
  long[] column(int column) {
    return columns[column];
  }
}
