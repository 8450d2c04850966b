package dev.tare.report.analysis;

import dev.tare.profile.CallTree;

/**
 * Goes through a call tree as the calls went: into a node, through all below it, out of it. Never
 * recurses.
 */
public final class TreeWalk {
  private TreeWalk() {}

  /**
   * What is done at each node.
   *
   * @param <E> what doing it may throw
   */
  public interface Visitor<E extends Exception> {
    /** Before all that is below the node. */
    void enter(int node) throws E;

    /** After all that is below the node. */
    void leave(int node) throws E;
  }

  /**
   * Of each node, whether no node of its method is above it.
   *
   * @param onPath 0 for each method, before and afterwards
   */
  public static boolean[] outermost(CallTree tree, int[] onPath) {
    boolean[] outermost = new boolean[tree.size()];
    walk(
        tree,
        new Visitor<RuntimeException>() {
          @Override
          public void enter(int node) {
            outermost[node] = onPath[tree.method(node)]++ == 0;
          }

          @Override
          public void leave(int node) {
            onPath[tree.method(node)]--;
          }
        });
    return outermost;
  }

  /** Visits all nodes but the root. */
  public static <E extends Exception> void walk(CallTree tree, Visitor<E> visitor) throws E {
    int open = 0;
    for (int node = 1; node < tree.size(); node++) {
      for (; open != tree.parent(node); open = tree.parent(open)) {
        visitor.leave(open);
      }
      visitor.enter(node);
      open = node;
    }
    for (; open != 0; open = tree.parent(open)) {
      visitor.leave(open);
    }
  }
}
