package dev.tare.report.analysis;

import dev.tare.profile.CallTree;
import java.util.function.IntToLongFunction;

/** The sums over each subtree of a call tree: the node itself and all that it called. */
public final class NodeTotals {
  private final long[] totals;
  private final int[] ends;

  private NodeTotals(long[] totals, int[] ends) {
    this.totals = totals;
    this.ends = ends;
  }

  /** Sums up {@link CallTree#self}. */
  public static NodeTotals ofSelf(CallTree tree) {
    return of(tree, tree::self);
  }

  /** Sums up {@link CallTree#waiting}. */
  public static NodeTotals ofWaiting(CallTree tree) {
    return of(tree, tree::waiting);
  }

  private static NodeTotals of(CallTree tree, IntToLongFunction value) {
    int size = tree.size();
    long[] totals = new long[size];
    int[] ends = new int[size];
    // Preorder, walked backwards: when a node's turn comes, all its children have been added to it.
    for (int node = size - 1; node >= 0; node--) {
      totals[node] += value.applyAsLong(node);
      ends[node] = Math.max(ends[node], node + 1);
      int parent = tree.parent(node);
      if (parent != CallTree.NONE) {
        totals[parent] += totals[node];
        ends[parent] = Math.max(ends[parent], ends[node]);
      }
    }
    return new NodeTotals(totals, ends);
  }

  /** The sum over the node's subtree. */
  public long total(int node) {
    return totals[node];
  }

  /**
   * The first node after the node's subtree: the next sibling, if the parent's subtree reaches that
   * far.
   */
  public int end(int node) {
    return ends[node];
  }
}
