package dev.tare.fleet.ingest;

import dev.tare.fleet.table.Kind;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.apache.parquet.io.api.Binary;

/**
 * Rows of nodes, each a path of one profile, until they are written: sorted by path, so that what
 * is alike is beside each other. Takes about 60 bytes a row.
 */
final class NodeBuffer {
  private static final int CALLS = 0;
  private static final int SELF = 1;
  private static final int OVERHEAD = 2;
  private static final int TOTAL = 3;
  private static final int BELOW = 4;
  private static final int ABOVE = 5;
  private static final int EXCEPTIONS = 6;
  private static final int OPEN = 7;
  private static final int CARRIED = 8;
  private static final int SAMPLES = 9;
  private static final int CUT = 10;
  private static final int MERGED = 11;
  private static final int WAITING = 12;
  private static final int COLUMNS = 13;

  private static final Binary[] KINDS =
      Arrays.stream(CallsKind.values())
          .map(kind -> Binary.fromString(kind.key()))
          .toArray(Binary[]::new);

  private final long[][] columns = new long[COLUMNS][0];
  private int size;
  private int[] paths = new int[1 << 16];
  private int[] profiles = new int[1 << 16];
  private byte[] kinds = new byte[1 << 16];

  /** Bits of what the profile has of the path: calls, samples. */
  private byte[] known = new byte[1 << 16];

  private short[] tiers = new short[1 << 16];

  /** Rows so far. */
  int size() {
    return size;
  }

  /** A new row, all of it 0. */
  int add(int profile, int path, short tier) {
    if (size == paths.length) {
      int room = 2 * size;
      paths = Arrays.copyOf(paths, room);
      profiles = Arrays.copyOf(profiles, room);
      kinds = Arrays.copyOf(kinds, room);
      known = Arrays.copyOf(known, room);
      tiers = Arrays.copyOf(tiers, room);
    }
    paths[size] = path;
    profiles[size] = profile;
    kinds[size] = 0;
    known[size] = 0;
    tiers[size] = tier;
    return size++;
  }

  /** Adds what a tree of calls has of a node. */
  void addCalls(int row, CallTree tree, int node, long total) {
    known[row] |= 1;
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
    CallsKind kind = tree.callsKind(node);
    if (kind != CallsKind.EXACT) {
      kinds[row] = (byte) Math.max(kinds[row], kind.number());
      add(BELOW, row, tree.calls(node) - tree.callsLow(node));
      add(ABOVE, row, tree.callsHigh(node) - tree.calls(node));
    }
  }

  /** Adds what a tree of samples has of a node. */
  void addSamples(int row, long samples) {
    known[row] |= 2;
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

  private long get(int column, int row) {
    return row < columns[column].length ? columns[column][row] : 0;
  }

  /** Forgets all rows. */
  void clear() {
    size = 0;
    for (long[] column : columns) {
      Arrays.fill(column, 0);
    }
  }

  /** Writes all rows, by path and profile. */
  void writeTo(RowFile<Row> file, PathTable table, Row row) throws IOException {
    for (int at : sorted(table)) {
      row.at = at;
      file.write(row);
    }
  }

  /** Counting sort by the rank of the path's hash; rows came profile by profile and stay so. */
  private int[] sorted(PathTable table) {
    int[] starts = new int[table.size() + 1];
    for (int row = 0; row < size; row++) {
      starts[paths[row]]++;
    }
    int[] used =
        IntStream.range(0, table.size())
            .filter(path -> starts[path] > 0)
            .boxed()
            .sorted(Comparator.<Integer>comparingLong(table::high).thenComparingLong(table::low))
            .mapToInt(Integer::intValue)
            .toArray();
    int start = 0;
    for (int path : used) {
      int count = starts[path];
      starts[path] = start;
      start += count;
    }
    int[] order = new int[size];
    for (int row = 0; row < size; row++) {
      order[starts[paths[row]]++] = row;
    }
    return order;
  }

  /** The row that is written; one object for all of them. */
  static final class Row {
    private final NodeBuffer buffer;
    private final PathTable table;
    private final TierNames tierNames;
    private final Binary service;
    private final Binary hour;
    private final long firstProfile;
    private int at;

    Row(
        NodeBuffer buffer,
        PathTable table,
        TierNames tierNames,
        String service,
        String hour,
        long firstProfile) {
      this.buffer = buffer;
      this.table = table;
      this.tierNames = tierNames;
      this.service = Binary.fromString(service);
      this.hour = Binary.fromString(hour);
      this.firstProfile = firstProfile;
    }

    /** In the order of {@link Schemas#of} of {@link Kind#NODES}. */
    void write(RowFile.Fields fields) {
      int path = buffer.paths[at];
      fields.put(0, service);
      fields.put(1, hour);
      fields.put(2, firstProfile + buffer.profiles[at]);
      fields.put(3, table.high(path));
      fields.put(4, table.low(path));
      short tier = buffer.tiers[at];
      if (tier >= 0) {
        fields.put(5, tierNames.name(tier));
      }
      if ((buffer.known[at] & 1) != 0) {
        fields.put(6, KINDS[buffer.kinds[at]]);
        long calls = buffer.get(CALLS, at);
        fields.put(7, calls);
        if (buffer.kinds[at] != 0) {
          fields.put(8, calls - buffer.get(BELOW, at));
          fields.put(9, calls + buffer.get(ABOVE, at));
        }
        fields.put(10, buffer.get(SELF, at));
        fields.put(11, buffer.get(OVERHEAD, at));
        fields.put(12, buffer.get(TOTAL, at));
      }
      if ((buffer.known[at] & 2) != 0) {
        fields.put(13, buffer.get(SAMPLES, at));
      }
      rare(fields, 14, EXCEPTIONS);
      rare(fields, 15, OPEN);
      rare(fields, 16, CARRIED);
      rare(fields, 17, CUT);
      rare(fields, 18, MERGED);
      rare(fields, 19, WAITING);
    }

    private void rare(RowFile.Fields fields, int field, int column) {
      long value = buffer.get(column, at);
      if (value != 0) {
        fields.put(field, value);
      }
    }
  }
}
