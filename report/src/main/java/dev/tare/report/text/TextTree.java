package dev.tare.report.text;

import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.IntStack;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.analysis.NodeTotals;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Comparator;

/** A thread's call tree, children by falling total. */
final class TextTree {
  /**
   * Deeper nodes stand below each other: the depth column tells them apart, and lines stay
   * readable.
   */
  private static final int MAX_INDENT = 40;

  private final Profile profile;
  private final ThreadProfile thread;
  private final MethodNames names;
  private final TreeLimits limits;
  private final TextStyle style;
  private final CallTree tree;
  private final NodeTotals totals;
  private final long grandTotal;
  private long left;

  TextTree(
      Profile profile,
      ThreadProfile thread,
      MethodNames names,
      TreeLimits limits,
      TextStyle style) {
    this.profile = profile;
    this.thread = thread;
    this.names = names;
    this.limits = limits;
    this.style = style;
    tree = thread.tree();
    totals = NodeTotals.ofSelf(tree);
    grandTotal = totals.total(0) - tree.self(0);
  }

  void print(PrintWriter out) {
    String unit = Printable.text(profile.metric().unit());
    out.println();
    out.println("thread " + thread.id() + " \"" + Printable.text(thread.name()) + "\"");
    int width = width(unit);
    String headings =
        numbers(
            width, "total [" + unit + "]", "total [%]", "self [" + unit + "]", "calls", "depth");
    out.println(style.strong(headings + "method"));
    IntStack waiting = new IntStack();
    pushChildren(0, waiting);
    int last = 0;
    int depth = 0;
    while (!waiting.isEmpty()) {
      int node = waiting.pop();
      // The next node is a child of the last one or of one of its ancestors.
      for (; last != tree.parent(node); last = tree.parent(last)) {
        depth--;
      }
      depth++;
      last = node;
      String indent = "  ".repeat(Math.min(depth - 1, MAX_INDENT));
      String numbers =
          numbers(
              width,
              Numbers.formatInt(totals.total(node)),
              Numbers.share(totals.total(node), grandTotal),
              Numbers.formatInt(tree.self(node)),
              Numbers.formatInt(tree.calls(node)),
              Integer.toString(depth));
      String name = Printable.text(names.of(tree.method(node)));
      out.println(numbers + indent + style.fitted(name, numbers.length() + indent.length()));
      if (depth < limits.depth()) {
        pushChildren(node, waiting);
      } else {
        left += totals.end(node) - node - 1;
      }
    }
    if (left > 0) {
      out.println(Numbers.count(left, "node", "nodes") + " left out (--depth, --min-share)");
    }
  }

  private static String numbers(
      int width, String total, String share, String self, String calls, String depth) {
    return Numbers.right(total, width)
        + "  "
        + Numbers.right(share, 9)
        + "  "
        + Numbers.right(self, width)
        + "  "
        + Numbers.right(calls, width)
        + "  "
        + Numbers.right(depth, 6)
        + "  ";
  }

  private int width(String unit) {
    long greatest = 0;
    for (int node = 0; node < tree.size(); node++) {
      greatest = Math.max(greatest, Math.abs(totals.total(node)));
      greatest = Math.max(greatest, Math.abs(tree.self(node)));
      greatest = Math.max(greatest, tree.calls(node));
    }
    return Math.max("total []".length() + unit.length(), Numbers.formatInt(-greatest).length());
  }

  /** Pushes the children that are shown, so that the one of the greatest total is popped first. */
  private void pushChildren(int node, IntStack waiting) {
    int count = 0;
    for (int child = node + 1; child < totals.end(node); child = totals.end(child)) {
      count++;
    }
    Integer[] children = new Integer[count];
    int i = 0;
    for (int child = node + 1; child < totals.end(node); child = totals.end(child)) {
      children[i++] = child;
    }
    Arrays.sort(
        children,
        Comparator.comparingLong((Integer child) -> totals.total(child))
            .thenComparing(Comparator.reverseOrder()));
    for (int child : children) {
      if (totals.total(child) >= limits.leastShare() * grandTotal || limits.leastShare() == 0) {
        waiting.push(child);
      } else {
        left += totals.end(child) - child;
      }
    }
  }
}
