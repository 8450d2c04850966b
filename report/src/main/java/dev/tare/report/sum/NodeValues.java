package dev.tare.report.sum;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CallsKind;
import java.util.Arrays;

/** What the nodes of a {@link TreeUnion} add up to. */
public final class NodeValues {
  private static final int CALLS = 0;
  private static final int EXCEPTIONS = 1;
  private static final int OPEN = 2;
  private static final int SELF = 3;
  private static final int OVERHEAD = 4;
  private static final int CUT = 5;
  private static final int SAMPLES = 6;
  private static final int CARRIED = 7;

  // Of calls that were not all counted: how far their number may be below and above.
  private static final int CALLS_BELOW = 8;
  private static final int CALLS_ABOVE = 9;
  private static final int CALLS_KIND = 10;
  private static final int WAITING = 11;
  private static final int DIVIDED = 12;

  // Of self values that were divided: how far they may be too great and too small.
  private static final int SELF_BELOW = 13;
  private static final int SELF_ABOVE = 14;
  private static final int DIVIDED_PRICE = 15;
  private static final int COLUMNS = 16;

  private final long[][] columns = new long[COLUMNS][1];

  /**
   * Adds a tree's values.
   *
   * @param nodes the node of the union for each node of the tree, as {@link TreeUnion#add} gave
   *     them
   */
  public void add(CallTree tree, int[] nodes) {
    for (int node = 0; node < nodes.length; node++) {
      addAll(nodes[node], tree, node);
    }
  }

  /** Adds all values of a tree's node. */
  public void addAll(int to, CallTree tree, int node) {
    addMetric(to, tree, node);
    addCounts(to, tree, node);
  }

  /** Adds what a tree's node has of calls and their ends, and nothing of the metric. */
  public void addCounts(int to, CallTree tree, int node) {
    addCalls(to, tree, node);
    add(EXCEPTIONS, to, tree.exceptions(node));
    add(OPEN, to, tree.open(node));
    add(CARRIED, to, tree.carried(node));
    add(CUT, to, tree.cut(node));
  }

  /** Adds a node's calls, and how they are known, and nothing else. */
  public void addCalls(int to, CallTree tree, int node) {
    add(CALLS, to, tree.calls(node));
    CallsKind kind = tree.callsKind(node);
    if (kind != CallsKind.EXACT) {
      add(CALLS_BELOW, to, tree.calls(node) - tree.callsLow(node));
      boolean isUnbounded =
          tree.callsHigh(node) == CallTree.UNBOUNDED || get(CALLS_ABOVE, to) == CallTree.UNBOUNDED;
      add(
          CALLS_ABOVE,
          to,
          isUnbounded
              ? CallTree.UNBOUNDED - get(CALLS_ABOVE, to)
              : tree.callsHigh(node) - tree.calls(node));
      long known = get(CALLS_KIND, to);
      add(CALLS_KIND, to, Math.max(known, kind.number()) - known);
    }
  }

  /** Adds what a tree's node has of the metric, and of samples, but none of its calls. */
  public void addMetric(int to, CallTree tree, int node) {
    add(SELF, to, tree.self(node));
    add(OVERHEAD, to, tree.overhead(node));
    add(SAMPLES, to, tree.samples(node));
    add(WAITING, to, tree.waiting(node));
    markDivided(to, tree, node);
  }

  /** Adds how much of a tree's node's self was divided, and nothing to self. */
  public void markDivided(int to, CallTree tree, int node) {
    add(DIVIDED, to, tree.divided(node));
    add(DIVIDED_PRICE, to, tree.dividedPrice(node));
    widen(to, tree.selfBelow(node), tree.selfAbove(node));
  }

  /**
   * Adds to self what samples say that it has, or subtracts it.
   *
   * @param below by how much the sum may be too great for this, 0 or more
   * @param above by how much it may be too small, 0 or more
   */
  public void addDivided(int to, long amount, long below, long above) {
    addEstimated(to, amount, below, above);
    add(DIVIDED, to, amount);
  }

  /** The same of a node that had readings, and whose self is not marked as divided. */
  public void addEstimated(int to, long amount, long below, long above) {
    add(SELF, to, amount);
    widen(to, below, above);
  }

  /**
   * Errors of different nodes are independent, or they cancel out where one's samples are the
   * other's loss: their squares add up at most.
   */
  private void widen(int to, long below, long above) {
    add(
        SELF_BELOW,
        to,
        Math.round(Math.hypot((double) get(SELF_BELOW, to), (double) below)) - get(SELF_BELOW, to));
    add(
        SELF_ABOVE,
        to,
        Math.round(Math.hypot((double) get(SELF_ABOVE, to), (double) above)) - get(SELF_ABOVE, to));
  }

  /** Adds calls alone. */
  public void addCalls(int to, long calls) {
    add(CALLS, to, calls);
  }

  /** Marks a node's calls as the least that they can be. */
  public void boundCalls(int to) {
    add(CALLS_ABOVE, to, CallTree.UNBOUNDED - get(CALLS_ABOVE, to));
    long known = get(CALLS_KIND, to);
    add(CALLS_KIND, to, Math.max(known, CallsKind.BOUNDED.number()) - known);
  }

  /** Adds self and waiting alone. */
  public void addSelf(int to, long self, long waiting) {
    add(SELF, to, self);
    add(WAITING, to, waiting);
  }

  /** Adds a part of the price of probes, which was subtracted from another node's self. */
  public void addPrice(int to, long price) {
    add(OVERHEAD, to, price);
    add(DIVIDED_PRICE, to, price);
  }

  private void add(int column, int node, long value) {
    if (value == 0) {
      return;
    }
    if (node >= columns[column].length) {
      columns[column] =
          Arrays.copyOf(columns[column], Math.max(node + 1, 2 * columns[column].length));
    }
    columns[column][node] += value;
  }

  private long get(int column, int node) {
    return node < columns[column].length ? columns[column][node] : 0;
  }

  /** A part of all values, rounded. */
  public NodeValues divided(int divisor) {
    if (divisor == 1) {
      return this;
    }
    NodeValues result = new NodeValues();
    for (int column = 0; column < COLUMNS; column++) {
      result.columns[column] =
          column == CALLS_KIND
              ? columns[column].clone()
              : Arrays.stream(columns[column])
                  .map(
                      value ->
                          value == CallTree.UNBOUNDED
                              ? value
                              : Math.round((double) value / divisor))
                  .toArray();
    }
    return result;
  }

  /**
   * Takes calls that were in progress at the end of one profile and at the beginning of another for
   * the same, where profiles of different times were added.
   */
  void matchCarried() {
    int nodes = Math.min(columns[OPEN].length, columns[CARRIED].length);
    for (int node = 0; node < nodes; node++) {
      long same = Math.min(get(OPEN, node), get(CARRIED, node));
      add(OPEN, node, -same);
      add(CARRIED, node, -same);
    }
  }

  /** Sets a node's values. */
  void copy(int node, CallTreeBuilder tree, int to) {
    tree.calls(to, get(CALLS, node))
        .exceptions(to, get(EXCEPTIONS, node))
        .open(to, get(OPEN, node))
        .carried(to, get(CARRIED, node))
        .self(to, get(SELF, node))
        .overhead(to, get(OVERHEAD, node))
        .cut(to, get(CUT, node))
        .samples(to, get(SAMPLES, node))
        .waiting(to, get(WAITING, node))
        .divided(to, get(DIVIDED, node), get(SELF_BELOW, node), get(SELF_ABOVE, node))
        .dividedPrice(to, get(DIVIDED_PRICE, node));
    CallsKind kind = CallsKind.of((int) get(CALLS_KIND, node));
    if (kind != CallsKind.EXACT) {
      long calls = get(CALLS, node);
      long above = get(CALLS_ABOVE, node);
      tree.callsKnown(
          to,
          kind,
          calls - get(CALLS_BELOW, node),
          above == CallTree.UNBOUNDED ? above : calls + above);
    }
  }
}
