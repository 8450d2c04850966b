package dev.tare.report.sum;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import java.util.Arrays;

/** What the nodes of a {@link TreeUnion} add up to. */
public final class NodeValues {
  private static final int CALLS = 0;
  private static final int EXCEPTIONS = 1;
  private static final int OPEN = 2;
  private static final int SELF = 3;
  private static final int OVERHEAD = 4;
  private static final int CUT = 5;
  private static final int SAMPLES = 6;
  private static final int CARRIED = 7;
  private static final int MERGED = 8;

  // Of calls that were not all counted: how far their number may be below and above.
  private static final int CALLS_BELOW = 9;
  private static final int CALLS_ABOVE = 10;
  private static final int CALLS_KIND = 11;
  private static final int COLUMNS = 12;

  private final long[][] columns = new long[COLUMNS][1];

  /**
   * Adds a tree's values.
   *
   * @param nodes the node of the union for each node of the tree, as {@link TreeUnion#add} gave
   *     them
   */
  public void add(CallTree tree, int[] nodes) {
    for (int node = 0; node < nodes.length; node++) {
      add(CALLS, nodes[node], tree.calls(node));
      add(EXCEPTIONS, nodes[node], tree.exceptions(node));
      add(OPEN, nodes[node], tree.open(node));
      add(CARRIED, nodes[node], tree.carried(node));
      add(SELF, nodes[node], tree.self(node));
      add(OVERHEAD, nodes[node], tree.overhead(node));
      add(CUT, nodes[node], tree.cut(node));
      add(SAMPLES, nodes[node], tree.samples(node));
      add(MERGED, nodes[node], tree.merged(node));
      CallsKind kind = tree.callsKind(node);
      if (kind != CallsKind.EXACT) {
        add(CALLS_BELOW, nodes[node], tree.calls(node) - tree.callsLow(node));
        add(CALLS_ABOVE, nodes[node], tree.callsHigh(node) - tree.calls(node));
        long known = get(CALLS_KIND, nodes[node]);
        add(CALLS_KIND, nodes[node], Math.max(known, kind.number()) - known);
      }
    }
  }

  private void add(int column, int node, long value) {
    if (value == 0) {
      return;
    }
    if (node >= columns[column].length) {
      columns[column] =
          Arrays.copyOf(columns[column], Math.max(node + 1, 2 * columns[column].length));
    }
    columns[column][node] += value;
  }

  private long get(int column, int node) {
    return node < columns[column].length ? columns[column][node] : 0;
  }

  /**
   * Sets a node's values. Calls that were in progress at the end of one profile and at the
   * beginning of another are taken for the same.
   */
  void copy(int node, CallTree.Builder tree, int to) {
    long same = Math.min(get(OPEN, node), get(CARRIED, node));
    tree.calls(to, get(CALLS, node))
        .exceptions(to, get(EXCEPTIONS, node))
        .open(to, get(OPEN, node) - same)
        .carried(to, get(CARRIED, node) - same)
        .self(to, get(SELF, node))
        .overhead(to, get(OVERHEAD, node))
        .cut(to, get(CUT, node))
        .samples(to, get(SAMPLES, node))
        .merged(to, get(MERGED, node));
    CallsKind kind = CallsKind.of((int) get(CALLS_KIND, node));
    if (kind != CallsKind.EXACT) {
      long calls = get(CALLS, node);
      tree.callsKnown(to, kind, calls - get(CALLS_BELOW, node), calls + get(CALLS_ABOVE, node));
    }
  }
}
