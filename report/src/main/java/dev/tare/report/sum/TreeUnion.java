package dev.tare.report.sum;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import java.util.Arrays;

/**
 * The shape of several call trees laid over each other: nodes of the same methods from the root
 * down are one node. A node's parent has a smaller number than the node; beyond that, nodes are in
 * no order.
 */
public final class TreeUnion {
  private int size = 1;
  private int[] methods = {CallTree.NONE};
  private int[] parents = {CallTree.NONE};

  /** Open addressing over parent and method; 0 is free, since the root is nobody's child. */
  private int[] slots = new int[16];

  /**
   * Lays a tree over those before.
   *
   * @param numbers the number of each of the tree's methods in this union
   * @return the node here of each node there
   */
  public int[] add(CallTree tree, int[] numbers) {
    int[] nodes = new int[tree.size()];
    for (int node = 1; node < nodes.length; node++) {
      nodes[node] = child(nodes[tree.parent(node)], numbers[tree.method(node)]);
    }
    return nodes;
  }

  /** The method of a node; {@link CallTree#NONE} of the root. */
  public int method(int node) {
    return methods[node];
  }

  /** The node of this method below another, made where there is none yet. */
  public int child(int parent, int method) {
    if (2 * size >= slots.length) {
      slots = new int[2 * slots.length];
      for (int node = 1; node < size; node++) {
        slots[slot(parents[node], methods[node])] = node;
      }
    }
    int slot = slot(parent, method);
    if (slots[slot] == 0) {
      if (size == methods.length) {
        methods = Arrays.copyOf(methods, 2 * size);
        parents = Arrays.copyOf(parents, 2 * size);
      }
      methods[size] = method;
      parents[size] = parent;
      slots[slot] = size++;
    }
    return slots[slot];
  }

  /** The node of this method below another; 0 where there is none. */
  public int known(int parent, int method) {
    return slots[slot(parent, method)];
  }

  /** Where the child of this parent and method is, or where it belongs. */
  private int slot(int parent, int method) {
    int mask = slots.length - 1;
    int hash = parent * 0x9E3779B9 ^ method * 0x85EBCA6B;
    int slot = (hash ^ hash >>> 15) & mask;
    while (slots[slot] != 0
        && !(parents[slots[slot]] == parent && methods[slots[slot]] == method)) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  /**
   * A call tree of this shape, siblings in the order of their methods' ranks; so that it does not
   * depend on the order in which trees were added.
   *
   * @param ranks the index in the new tree of each method of this union, no two alike
   */
  public CallTree tree(int[] ranks, NodeValues values) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int[] built = new int[size];
    values.copy(0, tree, 0);
    tree.calls(0, 1); // Of one thread or of many, a root is entered once.
    int[] order = preorder(ranks);
    for (int place = 1; place < size; place++) {
      int node = order[place];
      built[node] = tree.add(built[parents[node]], ranks[methods[node]]);
      values.copy(node, tree, built[node]);
    }
    return tree.build();
  }

  /** The node at each place of the preorder, siblings in the order of their methods' ranks. */
  public int[] preorder(int[] ranks) {
    int[] first = new int[size];
    int[] next = new int[size];
    linkSorted(ranks, first, next);
    int[] order = new int[size];
    int node = 0;
    for (int place = 1; place < size; place++) {
      if (first[node] != 0) {
        node = first[node];
      } else {
        while (next[node] == 0) {
          node = parents[node];
        }
        node = next[node];
      }
      order[place] = node;
    }
    return order;
  }

  /** Nodes, the root included. */
  public int size() {
    return size;
  }

  /** The node that called this one; {@link CallTree#NONE} for the root. */
  public int parent(int node) {
    return parents[node];
  }

  /** Links each node to its first child and next sibling; 0 stands for none. */
  private void linkSorted(int[] ranks, int[] first, int[] next) {
    // Counting sort by rank; linked from the greatest rank down, each new child goes before its
    // siblings.
    int[] from = new int[ranks.length + 1];
    for (int node = 1; node < size; node++) {
      from[ranks[methods[node]] + 1]++;
    }
    for (int rank = 0; rank < ranks.length; rank++) {
      from[rank + 1] += from[rank];
    }
    int[] byRank = new int[size - 1];
    for (int node = 1; node < size; node++) {
      byRank[from[ranks[methods[node]]]++] = node;
    }
    for (int i = size - 2; i >= 0; i--) {
      int node = byRank[i];
      next[node] = first[parents[node]];
      first[parents[node]] = node;
    }
  }
}
