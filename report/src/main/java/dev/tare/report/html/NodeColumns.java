package dev.tare.report.html;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntToLongFunction;

/**
 * The values of one tree's nodes as columns, which compress better than node by node: the number of
 * nodes; how far each one's place is behind the last one's, which is 0 where a tree has two nodes
 * of the same method below one caller; calls; overhead; self; and what most nodes have not as pairs
 * of a distance and a value, after their number.
 */
final class NodeColumns {
  private final CallTree tree;
  private final int[] places;
  private final int[] rows;
  private final int methodCount;

  /**
   * The values of a tree.
   *
   * @param places the place of each of the tree's nodes in the shape
   */
  NodeColumns(CallTree tree, int[] places, int methodCount) {
    this.tree = tree;
    this.places = places;
    this.methodCount = methodCount;
    rows = byPlace(places);
  }

  /** The nodes by their places. */
  private static int[] byPlace(int[] places) {
    long[] keys = new long[places.length];
    for (int node = 0; node < places.length; node++) {
      keys[node] = (long) places[node] << Integer.SIZE | node;
    }
    Arrays.sort(keys);
    int[] rows = new int[keys.length];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = (int) keys[row];
    }
    return rows;
  }

  void writeTo(PageNumbers out, boolean isRounded) throws IOException {
    out.number(rows.length);
    int last = -1;
    for (int node : rows) {
      out.number(places[node] - last);
      last = places[node];
    }
    for (int node : rows) {
      out.number(tree.calls(node));
    }
    if (isRounded) {
      RoundedValues values = new RoundedValues(tree, rows, methodCount);
      values.overheadTo(out);
      values.selfTo(out);
    } else {
      for (int node : rows) {
        out.signed(tree.overhead(node));
      }
      for (int node : rows) {
        out.signed(tree.self(node));
      }
    }
    sparse(tree::exceptions, out);
    sparse(tree::open, out);
    sparse(tree::carried, out);
    sparse(tree::cut, out);
    sparse(tree::samples, out);
    sparse(node -> tree.callsKind(node).number(), out);
    sparse(node -> isExact(node) ? 0 : tree.calls(node) - tree.callsLow(node), out);
    sparse(this::callsAbove, out);
    sparse(tree::waiting, out);
    sparse(tree::divided, out);
    sparse(tree::selfBelow, out);
    sparse(tree::selfAbove, out);
  }

  /** -1 where there is no bound. */
  private long callsAbove(int node) {
    if (isExact(node)) {
      return 0;
    }
    long high = tree.callsHigh(node);
    return high == CallTree.UNBOUNDED ? -1 : high - tree.calls(node);
  }

  private boolean isExact(int node) {
    return tree.callsKind(node) == CallsKind.EXACT;
  }

  private void sparse(IntToLongFunction values, PageNumbers out) throws IOException {
    int count = 0;
    for (int node : rows) {
      count += values.applyAsLong(node) == 0 ? 0 : 1;
    }
    out.number(count);
    int last = 0;
    for (int node : rows) {
      long value = values.applyAsLong(node);
      if (value != 0) {
        out.number(places[node] - last);
        out.signed(value);
        last = places[node];
      }
    }
  }
}
