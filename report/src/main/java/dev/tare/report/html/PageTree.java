package dev.tare.report.html;

import dev.tare.profile.CallTree;
import dev.tare.report.sum.TreeUnion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Several call trees as one shape and the values of each: where threads have called the same
 * methods along the same path, the page holds the path once.
 *
 * <p>The shape comes first: the number of nodes, then for each node but the root, in preorder, how
 * many steps its parent is above the node before it, then for each its method, as {@link
 * MethodGuess} writes it. After it, for each tree, {@link NodeColumns}.
 */
final class PageTree {
  private final int methodCount;
  private final TreeUnion union = new TreeUnion();
  private final List<CallTree> trees = new ArrayList<>();
  private final List<int[]> nodes = new ArrayList<>();
  private final int[] identity;

  PageTree(int methodCount) {
    this.methodCount = methodCount;
    identity = IntStream.range(0, methodCount).toArray();
  }

  void add(CallTree tree) {
    trees.add(tree);
    nodes.add(union.add(tree, identity));
  }

  /** Nodes of all trees together. */
  long nodeCount() {
    return trees.stream().mapToLong(CallTree::size).sum();
  }

  /**
   * Writes the shape and each tree's values.
   *
   * @param isRounded whether values are rounded to what is certain of them
   */
  void writeTo(PageNumbers out, boolean isRounded) throws IOException {
    int[] order = union.preorder(identity);
    int[] places = new int[order.length];
    for (int place = 0; place < order.length; place++) {
      places[order[place]] = place;
    }
    out.number(order.length);
    for (int place = 1; place < order.length; place++) {
      int parent = union.parent(order[place]);
      long steps = 0;
      for (int at = order[place - 1]; at != parent; at = union.parent(at)) {
        steps++;
      }
      out.number(steps);
    }
    writeMethods(order, places, out);
    for (int i = 0; i < trees.size(); i++) {
      int[] own = nodes.get(i);
      for (int node = 0; node < own.length; node++) {
        own[node] = places[own[node]];
      }
      new NodeColumns(trees.get(i), own, methodCount).writeTo(out, isRounded);
    }
  }

  private void writeMethods(int[] order, int[] places, PageNumbers out) throws IOException {
    MethodGuess guess = new MethodGuess();
    int[] lastChild = new int[order.length];
    for (int place = 1; place < order.length; place++) {
      int node = order[place];
      int parent = places[union.parent(node)];
      int method = union.method(node);
      out.number(guess.code(union.method(order[parent]), lastChild[parent], method));
      lastChild[parent] = method + 1;
    }
  }
}
