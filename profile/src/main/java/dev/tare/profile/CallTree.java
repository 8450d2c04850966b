package dev.tare.profile;

import static dev.tare.profile.NodeColumn.CALLS;
import static dev.tare.profile.NodeColumn.CALLS_HIGH;
import static dev.tare.profile.NodeColumn.CALLS_KIND;
import static dev.tare.profile.NodeColumn.CALLS_LOW;
import static dev.tare.profile.NodeColumn.CARRIED;
import static dev.tare.profile.NodeColumn.CUT;
import static dev.tare.profile.NodeColumn.DIVIDED;
import static dev.tare.profile.NodeColumn.DIVIDED_PRICE;
import static dev.tare.profile.NodeColumn.EXCEPTIONS;
import static dev.tare.profile.NodeColumn.METHOD;
import static dev.tare.profile.NodeColumn.OPEN;
import static dev.tare.profile.NodeColumn.OVERHEAD;
import static dev.tare.profile.NodeColumn.PARENT;
import static dev.tare.profile.NodeColumn.SAMPLES;
import static dev.tare.profile.NodeColumn.SELF;
import static dev.tare.profile.NodeColumn.SELF_ABOVE;
import static dev.tare.profile.NodeColumn.SELF_BELOW;
import static dev.tare.profile.NodeColumn.TIER;
import static dev.tare.profile.NodeColumn.WAITING;

import java.util.Arrays;
import java.util.Objects;

/**
 * The calling-context tree of one thread: a view on a row of a {@link NodeTable}; immutable.
 *
 * <p>Nodes are numbers from 0, the root, to {@link #size()} - 1, in preorder: a node comes before
 * its children, and a child's whole subtree before the next child. So a loop upwards meets parents
 * first, a loop downwards meets children first, and nothing has to recurse: trees are thousands
 * deep.
 */
public final class CallTree {
  /** What {@link #method} and {@link #parent} say of the root. */
  public static final int NONE = -1;

  /** What {@link #callsHigh} says where nothing tells it. */
  public static final long UNBOUNDED = Long.MAX_VALUE;

  /**
   * In place of a tree that was not read, where a reader was asked for sums alone; whatever is
   * asked of it throws an {@link IllegalStateException}.
   */
  public static final CallTree UNREAD = new CallTree(new NodeTable.Builder().build(0), 0, 0);

  private final int first;
  private final int size;
  private final LongColumn parents;
  private final LongColumn methods;
  private final LongColumn calls;
  private final LongColumn self;
  private final LongColumn overhead;
  private final NodeTable table;
  private final boolean isWorking;

  CallTree(NodeTable table, int first, int size) {
    this(table, first, size, false);
  }

  private CallTree(NodeTable table, int first, int size, boolean isWorking) {
    this.isWorking = isWorking;
    this.table = table;
    this.first = first;
    this.size = size;
    parents = table.column(PARENT);
    methods = table.column(METHOD);
    calls = table.column(CALLS);
    self = table.column(SELF);
    overhead = table.column(OVERHEAD);
  }

  /** The same tree, whose {@link #self} is without {@link #waiting}. */
  public CallTree working() {
    return this == UNREAD ? this : new CallTree(table, first, size, true);
  }

  /** A tree of one root, in which nothing was called. */
  public static CallTree empty() {
    return new CallTreeBuilder().build();
  }

  /** A tree of these nodes, which come from the root on. */
  public static CallTree of(TreeNodes nodes) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int[] path = new int[64];
    while (nodes.next()) {
      int depth = nodes.depth();
      if (depth == path.length) {
        path = Arrays.copyOf(path, 2 * depth);
      }
      if (depth > 0) {
        path[depth] = tree.add(path[depth - 1], nodes.method());
      }
      tree.copy(path[depth], nodes);
    }
    return tree.build();
  }

  /** Number of nodes, the root included; 1 or more. */
  public int size() {
    if (size == 0) {
      throw new IllegalStateException("the profile was read without its nodes");
    }
    return size;
  }

  /** Index of the node's method; {@link #NONE} for the root. */
  public int method(int node) {
    return (int) methods.get(row(node));
  }

  /** The node that called this one; smaller than it; {@link #NONE} for the root. */
  public int parent(int node) {
    return node == 0 ? NONE : node - (int) parents.get(row(node));
  }

  /** Times entered from this context; {@link #callsKind} says how far that is known. */
  public long calls(int node) {
    return calls.get(row(node));
  }

  /** How many of the calls were left by an exception. */
  public long exceptions(int node) {
    return rare(EXCEPTIONS, node);
  }

  /** How many of the calls had not returned when the profile was written. */
  public long open(int node) {
    return rare(OPEN, node);
  }

  /**
   * How many calls were in progress when the profile's window began; they are not among {@link
   * #calls}, but may be among {@link #exceptions} and {@link #open}.
   */
  public long carried(int node) {
    return rare(CARRIED, node);
  }

  /**
   * The metric in the method itself, overhead subtracted, in the metric's unit; may be negative.
   */
  public long self(int node) {
    long value = self.get(row(node));
    return isWorking ? value - waiting(node) : value;
  }

  /** What was subtracted, in the metric's unit; {@code self + overhead} is the raw reading. */
  public long overhead(int node) {
    return overhead.get(row(node));
  }

  /**
   * How many of the calls were counted here without their context, where the tree had no room left:
   * all of a node below {@link MethodInfo#BEYOND_MAXNODES}, which has one for each method.
   */
  public long cut(int node) {
    return rare(CUT, node);
  }

  /**
   * How much of {@link #self} the thread waited: blocked, sleeping, or for input and output. In
   * nanoseconds, of wall time alone; 0 where it is not known ({@link Metric#waitingKnown}).
   */
  public long waiting(int node) {
    return rare(WAITING, node);
  }

  /** How {@link #calls} is known. */
  public CallsKind callsKind(int node) {
    return CallsKind.of((int) rare(CALLS_KIND, node));
  }

  /** The least number of calls that there may have been; {@link #calls} where that is exact. */
  public long callsLow(int node) {
    return callsKind(node) == CallsKind.EXACT ? calls(node) : rare(CALLS_LOW, node);
  }

  /**
   * The greatest number of calls that there may have been; {@link #calls} where that is exact,
   * {@link #UNBOUNDED} where it is not known.
   */
  public long callsHigh(int node) {
    return callsKind(node) == CallsKind.EXACT ? calls(node) : rare(CALLS_HIGH, node);
  }

  /** CPU-time samples taken with this method on top. */
  public long samples(int node) {
    return rare(SAMPLES, node);
  }

  /** Of a tree of samples: where the time of this method went when they were taken. */
  public SampledTier tier(int node) {
    return SampledTier.of(rare(TIER, node));
  }

  /**
   * What samples added to {@link #self}, or subtracted from it for methods inside it; 0 of a value
   * that was measured as it is.
   */
  public long divided(int node) {
    return rare(DIVIDED, node);
  }

  /**
   * What of {@link #overhead} came from another node, or went to methods inside this one, where
   * self was {@link #divided}: a part of the price of probes, whose error goes with it.
   */
  public long dividedPrice(int node) {
    return rare(DIVIDED_PRICE, node);
  }

  /** By how much {@link #self} may be too great where it was {@link #divided}; 0 or more. */
  public long selfBelow(int node) {
    return rare(SELF_BELOW, node);
  }

  /** By how much {@link #self} may be too small where it was {@link #divided}; 0 or more. */
  public long selfAbove(int node) {
    return rare(SELF_ABOVE, node);
  }

  /** Sum of {@link #self} over all nodes. */
  public long selfSum() {
    return isWorking ? sum(SELF) - waitingSum() : sum(SELF);
  }

  /** Sum of {@link #overhead} over all nodes. */
  public long overheadSum() {
    return sum(OVERHEAD);
  }

  /** Sum of {@link #waiting} over all nodes. */
  public long waitingSum() {
    return sum(WAITING);
  }

  /** Sum of {@link #samples} over all nodes. */
  public long samplesSum() {
    return sum(SAMPLES);
  }

  private long sum(NodeColumn column) {
    LongColumn values = table.column(column);
    long sum = 0;
    for (int row = first; row < first + size(); row++) {
      sum += values.get(row);
    }
    return sum;
  }

  private long rare(NodeColumn column, int node) {
    return table.column(column).get(row(node));
  }

  /**
   * A column's numbers, by node, as they were read: ten times as fast as one node after the other.
   *
   * @return none where all are 0
   */
  public long[] values(NodeColumn column) {
    return table.column(column).values(first, size());
  }

  private int row(int node) {
    return first + Objects.checkIndex(node, size);
  }

  /** Its nodes one after another. */
  public TreeNodes nodes() {
    return new TreeNodesOfTree(this);
  }
}
