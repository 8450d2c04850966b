package dev.tare.report.text;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.IntStack;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.analysis.NodeTotals;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.view.ProfileView;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** A thread's call tree, children by falling total. */
final class TextTree {
  /**
   * Deeper nodes stand below each other: the depth column tells them apart, and lines stay
   * readable.
   */
  private static final int MAX_INDENT = 40;

  private static final int HUMAN_WIDTH = 8;
  private static final int SHARE_WIDTH = 6;
  private static final int DEPTH_WIDTH = 5;

  private final ThreadProfile thread;
  private final MethodNames names;
  private final TreeLimits limits;
  private final TextStyle style;
  private final ValueFormat values;
  private final Uncertainty uncertainty;
  private final boolean isUpwards;
  private final String subject;
  private final CallTree tree;
  private final NodeTotals totals;
  private final long missing;
  private final long whole;
  private long left;
  private boolean isAnyDivided;
  private boolean isAnyBelow;

  /**
   * A thread's tree.
   *
   * @param missing where values are numbers of samples, those that have no stack
   */
  TextTree(
      ThreadProfile thread,
      long missing,
      MethodNames names,
      TreeLimits limits,
      ReportOptions options,
      boolean isUpwards) {
    this.thread = thread;
    this.names = names;
    this.limits = limits;
    this.style = options.style();
    this.values = options.values();
    this.uncertainty = options.uncertainty();
    this.isUpwards = isUpwards;
    subject = options.grouping().subject();
    tree = thread.tree();
    totals = NodeTotals.ofSelf(tree);
    this.missing = missing;
    whole = totals.total(0) - tree.self(0) + missing;
  }

  void print(PrintWriter out) {
    CallsKind worst = CallsKind.EXACT;
    out.println();
    String title = Printable.text(thread.name());
    out.println(
        thread.id() == ProfileView.ALL_THREADS
            ? title
            : "thread " + thread.id() + " \"" + title + "\"");
    int width = width();
    String headings =
        numbers(width, values.heading("total"), "total", values.heading("self"), "calls", "depth");
    out.println(style.strong(headings + (isUpwards ? subject + ", and who calls it" : subject)));
    int levels = Math.min(MAX_INDENT, style.roomForLevels(headings.length()));
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
      worst = tree.callsKind(node).number() > worst.number() ? tree.callsKind(node) : worst;
      String indent = "  ".repeat(Math.min(depth - 1, levels));
      String numbers =
          numbers(
              width,
              total(node),
              Numbers.share(shownTotal(node), whole),
              isUpwards ? "" : self(node),
              values.calls(tree.calls(node), tree.callsKind(node)),
              Integer.toString(depth));
      String name = Printable.text(names.of(tree.method(node)));
      boolean isDivided = isDivided(node);
      isAnyDivided |= isDivided;
      String method = isDivided ? "÷ " + name : name;
      out.println(numbers + indent + style.fitted(method, numbers.length() + indent.length()));
      if (depth < limits.depth()) {
        pushChildren(node, waiting);
      } else {
        left += totals.end(node) - node - 1;
      }
    }
    if (isAnyDivided) {
      out.println("÷ : self is a part of a caller's, by samples");
    }
    if (isAnyBelow) {
      out.println("≈0 : below what can be measured");
    }
    if (missing > 0) {
      out.println(
          Numbers.count(missing, "sample", "samples")
              + " failed or lost: shares are of these, too, whose methods are not known");
    }
    if (left > 0) {
      out.println(Numbers.count(left, "node", "nodes") + " left out (--depth, --min-share)");
    }
    if (worst != CallsKind.EXACT) {
      out.println(ValueFormat.callsLegend(worst));
    }
  }

  private String self(int node) {
    boolean isBelow =
        !values.isExact()
            && uncertainty.isBelow(tree.method(node), tree.self(node), tree.overhead(node));
    isAnyBelow |= isBelow;
    return isBelow ? "≈0" : values.value(tree.self(node));
  }

  /** At least self: below it only by what callees are below zero. */
  private long shownTotal(int node) {
    long own = Math.max(0, tree.self(node));
    return values.isExact() ? totals.total(node) : Math.max(totals.total(node), own);
  }

  private String total(int node) {
    String mark = shownTotal(node) == totals.total(node) ? "" : "≈";
    return mark + values.value(shownTotal(node));
  }

  /** Of a tree of callers, the value of the method on top stands with its outermost caller. */
  private boolean isDivided(int node) {
    return isUpwards
        ? tree.parent(node) == 0
            && IntStream.range(node, totals.end(node)).anyMatch(at -> tree.divided(at) > 0)
        : tree.divided(node) > 0;
  }

  private String numbers(
      int width, String total, String share, String self, String calls, String depth) {
    return Numbers.right(total, width)
        + "  "
        + Numbers.right(share, SHARE_WIDTH)
        + "  "
        // A caller has no value of its own here.
        + (isUpwards ? "" : Numbers.right(self, width) + "  ")
        + Numbers.right(calls, width)
        + "  "
        + Numbers.right(depth, DEPTH_WIDTH)
        + "  ";
  }

  private int width() {
    if (!values.isExact()) {
      return Math.max(HUMAN_WIDTH, values.heading("total").length());
    }
    long greatest = 0;
    for (int node = 0; node < tree.size(); node++) {
      greatest = Math.max(greatest, Math.abs(totals.total(node)));
      greatest = Math.max(greatest, Math.abs(tree.self(node)));
      greatest = Math.max(greatest, tree.calls(node));
    }
    return Math.max(values.heading("total").length(), Numbers.formatInt(-greatest).length());
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
      if (totals.total(child) >= limits.leastShare() * whole || limits.leastShare() == 0) {
        waiting.push(child);
      } else {
        left += totals.end(child) - child;
      }
    }
  }
}
