package dev.tare.profile.json;

import dev.tare.profile.CallsKind;
import dev.tare.profile.NodeColumn;
import dev.tare.profile.NodeTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads a table of nodes, column by column. */
final class NodesReader {
  private static final Map<String, NodeColumn> COLUMNS = columns();

  private final JsonCursor json;
  private final String name;
  private final NodeTable.Builder table = new NodeTable.Builder();

  /** Number of nodes. */
  private final ColumnSize size;

  /**
   * Sparse columns that stand before all dense ones. They wait for the number of nodes: to set a
   * value takes a block of its column, whatever node a few characters name.
   */
  private final List<Filling> unsized = new ArrayList<>();

  /** Sets the values of a sparse column. */
  private interface Filling {
    void fill() throws IOException;
  }

  /**
   * A reader of the key's value.
   *
   * @param name the key
   */
  NodesReader(JsonCursor json, String name) {
    this.json = json;
    this.name = name;
    size = new ColumnSize(json);
  }

  private static Map<String, NodeColumn> columns() {
    Map<String, NodeColumn> columns = new HashMap<>();
    for (List<NodeColumn> some :
        List.of(
            NodeColumn.OF_CALLS,
            NodeColumn.OF_SAMPLES,
            NodeColumn.RARE,
            NodeColumn.RARE_OF_SAMPLES)) {
      some.forEach(column -> columns.put(column.key(), column));
    }
    return columns;
  }

  NodeTable read() throws IOException {
    json.enterObject();
    while (json.nextKey()) {
      String key = json.key();
      NodeColumn column = COLUMNS.get(key);
      if (key.equals(NodeSpools.CALLS_MARKS)) {
        marks();
      } else if (column == null) {
        json.skip();
      } else if (column.isSparse()) {
        sparse(column);
      } else {
        dense(column);
      }
    }
    for (Filling sparse : unsized) {
      sparse.fill();
    }
    return table.build(size.get());
  }

  private void dense(NodeColumn column) throws IOException {
    json.enterArray();
    String key = name + "." + column.key();
    int count = 0;
    while (!json.endsArray()) {
      if (count == Integer.MAX_VALUE) {
        throw json.bad(key + " has more values than this reader can hold");
      }
      table.set(column, count++, json.integer(key));
    }
    size.require(key, count);
  }

  private void sparse(NodeColumn column) throws IOException {
    String key = name + "." + column.key();
    int[] at = {};
    long[] values = {};
    json.enterObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "at" -> at = places(key);
        case "value" -> values = json.integers(key);
        default -> json.skip();
      }
    }
    fill(column, key, at, values);
  }

  private void fill(NodeColumn column, String key, int[] at, long[] values) throws IOException {
    if (at.length != values.length) {
      throw json.bad(key + " has " + values.length + " values for " + at.length + " nodes");
    }
    if (!size.isKnown()) {
      unsized.add(() -> set(column, at, values));
    } else {
      set(column, at, values);
    }
  }

  private void set(NodeColumn column, int[] at, long[] values) throws IOException {
    for (int i = 0; i < at.length; i++) {
      if (at[i] >= size.get()) {
        throw json.bad(name + ": a value of node " + at[i] + ", but there are " + size.get());
      }
      table.set(column, at[i], values[i]);
    }
  }

  private void marks() throws IOException {
    String key = name + "." + NodeSpools.CALLS_MARKS;
    int[] at = {};
    long[] kinds = {};
    long[] low = {};
    long[] high = {};
    json.enterObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "at" -> at = places(key);
        case "kind" -> kinds = kinds(key);
        case "low" -> low = json.integers(key);
        case "high" -> high = json.integers(key);
        default -> json.skip();
      }
    }
    fill(NodeColumn.CALLS_KIND, key, at, kinds);
    fill(NodeColumn.CALLS_LOW, key, at, low);
    fill(NodeColumn.CALLS_HIGH, key, at, high);
  }

  private long[] kinds(String key) throws IOException {
    List<String> names = json.texts();
    long[] kinds = new long[names.size()];
    for (int i = 0; i < kinds.length; i++) {
      kinds[i] = kind(key, names.get(i)).number();
    }
    return kinds;
  }

  private CallsKind kind(String key, String name) throws IOException {
    for (CallsKind kind : CallsKind.values()) {
      if (kind.key().equals(name)) {
        return kind;
      }
    }
    throw json.bad(key + ": unknown kind \"" + JsonCursor.abbreviated(name) + "\"");
  }

  private int[] places(String key) throws IOException {
    long[] places = json.integers(key + ".at");
    int[] at = new int[places.length];
    for (int i = 0; i < at.length; i++) {
      at[i] = json.index(key + ".at", places[i]);
    }
    return at;
  }
}
