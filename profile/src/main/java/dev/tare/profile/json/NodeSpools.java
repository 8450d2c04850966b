package dev.tare.profile.json;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.NodeColumn;
import dev.tare.profile.TreeNodes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The nodes of all threads as JSON columns, spooled while the trees are visited. Holds a node
 * number for each level of the tree at hand.
 */
final class NodeSpools {
  /** Key of what is known of calls that were not all counted. */
  static final String CALLS_MARKS = "calls_marks";

  private static final List<NodeColumn> MARKS =
      List.of(NodeColumn.CALLS_KIND, NodeColumn.CALLS_LOW, NodeColumn.CALLS_HIGH);

  /** By {@link CallsKind#number}, as JSON. */
  private static final List<byte[]> KINDS =
      Arrays.stream(CallsKind.values())
          .map(kind -> ('"' + kind.key() + '"').getBytes(StandardCharsets.US_ASCII))
          .toList();

  private final List<NodeColumn> dense;
  private final List<NodeColumn> rare;
  private final Map<NodeColumn, Spool> values = new EnumMap<>(NodeColumn.class);
  private final Map<NodeColumn, Spool> places = new EnumMap<>(NodeColumn.class);
  private final boolean hasCalls;

  private int size;

  /** Of each depth the last node. */
  private int[] path = new int[64];

  private NodeSpools(List<NodeColumn> dense, List<NodeColumn> rare, SpoolFile file) {
    this.dense = dense;
    this.rare = rare;
    hasCalls = dense.contains(NodeColumn.CALLS);
    for (NodeColumn column : dense) {
      values.put(column, new Spool(file));
    }
    for (NodeColumn column : rare) {
      places.put(column, new Spool(file));
      values.put(column, new Spool(file));
    }
    if (hasCalls) {
      places.put(NodeColumn.CALLS_KIND, new Spool(file));
      for (NodeColumn mark : MARKS) {
        values.put(mark, new Spool(file));
      }
    }
  }

  /** Columns of calls. */
  static NodeSpools ofCalls(SpoolFile file) {
    return new NodeSpools(NodeColumn.OF_CALLS, NodeColumn.RARE, file);
  }

  /** Columns of samples. */
  static NodeSpools ofSamples(SpoolFile file) {
    return new NodeSpools(NodeColumn.OF_SAMPLES, NodeColumn.RARE_OF_SAMPLES, file);
  }

  /** Number of nodes so far. */
  int size() {
    return size;
  }

  /** Adds the node at hand. */
  void add(TreeNodes node) throws IOException {
    int depth = node.depth();
    if (depth == path.length) {
      path = Arrays.copyOf(path, 2 * depth);
    }
    path[depth] = size;
    for (NodeColumn column : dense) {
      spool(values, column).element(value(column, node));
    }
    for (NodeColumn column : rare) {
      long value = value(column, node);
      if (value != 0) {
        spool(places, column).element(size);
        spool(values, column).element(value);
      }
    }
    if (hasCalls && node.callsKind() != CallsKind.EXACT) {
      marks(node);
    }
    size++;
  }

  private long value(NodeColumn column, TreeNodes node) {
    int depth = node.depth();
    return switch (column) {
      case PARENT -> depth == 0 ? 0 : size - path[depth - 1];
      case METHOD -> depth == 0 ? CallTree.NONE : node.method();
      case CALLS -> node.calls();
      case SELF -> node.self();
      case OVERHEAD -> node.overhead();
      case SAMPLES -> node.samples();
      case EXCEPTIONS -> node.exceptions();
      case OPEN -> node.open();
      case CARRIED -> node.carried();
      case CUT -> node.cut();
      case WAITING -> node.waiting();
      case TIER -> node.tier().number();
      default -> throw new IllegalStateException(column + " is no column of a file");
    };
  }

  private void marks(TreeNodes node) throws IOException {
    spool(places, NodeColumn.CALLS_KIND).element(size);
    spool(values, NodeColumn.CALLS_KIND).element(KINDS.get(node.callsKind().number()));
    spool(values, NodeColumn.CALLS_LOW).element(node.callsLow());
    spool(values, NodeColumn.CALLS_HIGH).element(node.callsHigh());
  }

  /** Writes the object whose keys are the columns. */
  void writeTo(OutputStream out) throws IOException {
    text(out, "{");
    String before = "";
    for (NodeColumn column : dense) {
      text(out, before);
      array(out, column.key(), spool(values, column));
      before = ",";
    }
    for (NodeColumn column : rare) {
      text(out, ",\"" + column.key() + "\":{");
      array(out, "at", spool(places, column));
      text(out, ",");
      array(out, "value", spool(values, column));
      text(out, "}");
    }
    Spool marked = places.get(NodeColumn.CALLS_KIND);
    if (marked != null && !marked.isEmpty()) {
      text(out, ",\"" + CALLS_MARKS + "\":{");
      array(out, "at", marked);
      for (NodeColumn mark : MARKS) {
        text(out, ",");
        array(out, mark.key(), spool(values, mark));
      }
      text(out, "}");
    }
    text(out, "}");
  }

  private static void array(OutputStream out, String key, Spool values) throws IOException {
    text(out, "\"" + key + "\":[");
    values.copyTo(out);
    text(out, "]");
  }

  private static Spool spool(Map<NodeColumn, Spool> spools, NodeColumn column) {
    Spool spool = spools.get(column);
    if (spool == null) {
      throw new IllegalStateException("there is no column " + column);
    }
    return spool;
  }

  private static void text(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
  }
}
