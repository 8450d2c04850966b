package dev.tare.report.view;

import dev.tare.profile.CallTree;
import dev.tare.profile.ThreadSums;
import dev.tare.report.sum.NodeValues;
import dev.tare.report.sum.TreeUnion;
import java.util.stream.IntStream;

/** Makes one tree of others, node by node. */
final class TreeRewriter {
  /** The node is part of the node above it: its values are, and its calls are not counted. */
  static final int FOLDED = -2;

  /** The node is left out, and so are its values; those below it are taken for its caller's. */
  static final int LEFT_OUT = -3;

  /** A node's calls stay below its caller. */
  static final int CALLER = -1;

  private final TreeUnion union = new TreeUnion();
  private final NodeValues values = new NodeValues();
  private final int methods;

  /**
   * A rewriter.
   *
   * @param methods how many methods the new tree knows
   */
  TreeRewriter(int methods) {
    this.methods = methods;
  }

  /** What becomes of each node. */
  interface Rule {
    /**
     * The node's method in the new tree, {@link #FOLDED} or {@link #LEFT_OUT}.
     *
     * @param above the method, in the new tree, of the node that it comes to hang below
     */
    int method(int node, int above);

    /**
     * Whether the node keeps its calls alone, and what is below it: its values are those of the
     * nearest caller that is none such.
     */
    default boolean isCountedAlone(int node) {
      return false;
    }

    /**
     * The method below whose node, next to the root, the node's calls are without their context,
     * while all else is its caller's; {@link #CALLER} of a node that keeps its context.
     */
    default int countedBelow(int node) {
      return CALLER;
    }

    /** Whether the node keeps its values without its calls, which may have come from anywhere. */
    default boolean isWithoutContext(int node) {
      return false;
    }

    /** Whether all calls of this method in the new tree are the least that they can be. */
    default boolean isAtLeast(int method) {
      return false;
    }
  }

  /** Adds a tree. */
  void add(CallTree tree, Rule rule) {
    int[] target = new int[tree.size()];
    int[] withValues = new int[target.length];
    values.addAll(0, tree, 0);
    for (int node = 1; node < target.length; node++) {
      int above = target[tree.parent(node)];
      withValues[node] = withValues[tree.parent(node)];
      int method = rule.method(node, union.method(above));
      if (method < 0) {
        target[node] = above;
        if (method != LEFT_OUT) {
          values.addMetric(withValues[node], tree, node);
        }
      } else if (rule.countedBelow(node) != CALLER) {
        target[node] = above;
        int flat = union.child(union.child(0, rule.countedBelow(node)), method);
        values.addCalls(flat, tree.calls(node));
        values.addMetric(withValues[node], tree, node);
      } else if (rule.isCountedAlone(node)) {
        target[node] = union.child(above, method);
        values.addCounts(target[node], tree, node);
        values.addMetric(withValues[node], tree, node);
      } else {
        target[node] = union.child(above, method);
        withValues[node] = target[node];
        values.addMetric(target[node], tree, node);
        boolean isWithoutContext = rule.isWithoutContext(node);
        if (!isWithoutContext) {
          values.addCounts(target[node], tree, node);
        }
        if (isWithoutContext || rule.isAtLeast(method)) {
          values.boundCalls(target[node]);
        }
      }
    }
  }

  /**
   * Adds a chain of methods below the root; the metric is the last one's, the calls of a node are
   * each's.
   */
  void addChain(int[] chain, int length, CallTree tree, int of, long self, long waiting) {
    int node = 0;
    for (int i = 0; i < length; i++) {
      node = union.child(node, chain[i]);
      values.addCalls(node, tree, of);
    }
    values.addSelf(node, self, waiting);
  }

  /** The same with the node's own value, and what samples made of that. */
  void addChain(int[] chain, int length, CallTree tree, int of) {
    addChain(chain, length, tree, of, tree.self(of), tree.waiting(of));
    int node = 0;
    for (int i = 0; i < length; i++) {
      node = union.child(node, chain[i]);
    }
    values.markDivided(node, tree, of);
  }

  /** Marks the calls of this method's node below the root as the least that they can be. */
  void boundCalls(int method) {
    values.boundCalls(union.child(0, method));
  }

  /** Adds what a thread did in methods to this one below the root, and to the root the rest. */
  void addThread(int method, CallTree tree, ThreadSums sums) {
    int node = union.child(0, method);
    for (int called = 1; called < tree.size(); called++) {
      values.addCalls(node, tree.calls(called));
    }
    values.addSelf(node, sums.self() - sums.outside(), sums.waiting() - sums.outsideWaiting());
    values.addSelf(0, sums.outside(), sums.outsideWaiting());
  }

  /** All together. */
  CallTree tree() {
    return union.tree(IntStream.range(0, methods).toArray(), values);
  }
}
