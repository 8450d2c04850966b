package dev.tare.report.view;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import java.util.ArrayList;
import java.util.List;

/** Makes a tree whose children are callers, of nodes of trees whose children are callees. */
final class CallerTree {
  /**
   * Longer chains of callers are cut: recursion makes chains of thousands, each of which may be a
   * branch of its own. Stacks of programs without recursion are shorter.
   */
  static final int MAX_CHAIN = 256;

  /** Stands for all callers that were cut off a chain. */
  private static final MethodInfo DEEPER_CALLERS = Grouping.named("<deeper callers>");

  private final List<MethodInfo> methods;
  private final TreeRewriter rewriter;
  private final int[] chain = new int[MAX_CHAIN + 1];
  private boolean isAnyCut;

  /** A tree of these methods. */
  CallerTree(List<MethodInfo> methods) {
    this.methods = methods;
    rewriter = new TreeRewriter(methods.size() + 1);
  }

  /** Adds a node, with its callers below it, and its own value. */
  void add(CallTree tree, int node) {
    rewriter.addChain(chain, chain(tree, node), tree, node);
    boundMerged(tree.method(node));
  }

  /** The same with other values. */
  void add(CallTree tree, int node, long self, long waiting) {
    rewriter.addChain(chain, chain(tree, node), tree, node, self, waiting);
    boundMerged(tree.method(node));
  }

  /** The sum of a method's calls is no better known here than anywhere else. */
  private void boundMerged(int method) {
    if (methods.get(method).callsKind() == CallsKind.BOUNDED) {
      rewriter.boundCalls(method);
    }
  }

  /** Sets the chain to the methods from a node up, and returns how many they are. */
  private int chain(CallTree tree, int node) {
    int length = 0;
    int at = node;
    for (; at != 0 && length < MAX_CHAIN; at = tree.parent(at)) {
      chain[length++] = tree.method(at);
    }
    if (at != 0) {
      isAnyCut = true;
      chain[length++] = methods.size();
    }
    return length;
  }

  /** The methods of the tree. */
  List<MethodInfo> methods() {
    if (!isAnyCut) {
      return methods;
    }
    List<MethodInfo> all = new ArrayList<>(methods);
    all.add(DEEPER_CALLERS);
    return all;
  }

  /** All together. */
  CallTree tree() {
    return rewriter.tree();
  }
}
