package dev.tare.it.runner;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a thread really did: the program itself says when it enters and leaves a method, and this
 * adds it up in a tree. One for each thread.
 */
public final class CallLog {
  private final Node root = new Node("", null);
  private Node top = root;

  /** The method of this name was entered. */
  public void enter(String method) {
    Node child = top.child(method);
    child.calls++;
    top = child;
  }

  /** The method on top was left. */
  public void leave(boolean byException) {
    if (byException) {
      top.exceptions++;
    }
    top = Objects.requireNonNull(top.parent);
  }

  /** Prints the tree in preorder, a line a node: depth from 1, method, calls, exceptions. */
  public void print(PrintWriter out) {
    List<Node> pending = new ArrayList<>(root.children);
    while (!pending.isEmpty()) {
      Node node = pending.remove(pending.size() - 1);
      out.println(node.depth + " " + node.method + " " + node.calls + " " + node.exceptions);
      pending.addAll(node.children);
    }
  }

  private static final class Node {
    final String method;
    final int depth;
    final @Nullable Node parent;
    final List<Node> children = new ArrayList<>();
    long calls;
    long exceptions;

    Node(String method, @Nullable Node parent) {
      this.method = method;
      this.parent = parent;
      this.depth = parent == null ? 0 : parent.depth + 1;
    }

    Node child(String wanted) {
      for (Node child : children) {
        if (child.method.equals(wanted)) {
          return child;
        }
      }
      Node child = new Node(wanted, this);
      children.add(child);
      return child;
    }
  }
}
