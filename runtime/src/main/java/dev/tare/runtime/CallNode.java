package dev.tare.runtime;

import jdk.internal.vm.annotation.ForceInline;

/**
 * A node of a call tree: one method in one calling context of one thread. It is not an object but
 * eight {@code long}s of its recorder's array, and a node's name is the place where they begin.
 *
 * <p>Why: with objects, each entry walks two references more before it knows its node, and a
 * processor waits for each; and storing a reference to the open node costs G1 a card mark behind a
 * fence. On {@code fib} a sampled probe pair cost 5.4 ns with objects and 3.4 ns with this (JDK 17,
 * AMD EPYC, 2026-11-21, {@code bench.ProbeCost}). Nor does the collector have a million objects to
 * trace.
 */
public final class CallNode {
  /** The method of a thread's root, which stands for what no woven method covers. */
  public static final int ROOT_METHOD = -1;

  /** The method of the node that is open while calls are not given nodes any more. */
  static final int CUT_METHOD = -2;

  /** How many {@code long}s a node has. */
  public static final int SIZE = 8;

  /** Where the first node stands: the root. */
  public static final int ROOT = 0;

  /** Where the second stands: it is open below the place where a tree was cut. */
  public static final int CUT = SIZE;

  /** A {@link #child} that is none. Its method fits no call. */
  static final long NO_CHILD = -1;

  private static final int CALLS = 0;
  private static final int SELF = 1;
  private static final int OVERHEAD = 2;
  private static final int EXCEPTIONS = 3;

  /** The method in the upper half, the parent in the lower: both never change. */
  private static final int KEY = 4;

  /**
   * The ring of all children of one parent in the lower half, the CPU-time samples in the upper.
   */
  static final int NEXT_SIBLING = 5;

  /** The lower half of {@link #NEXT_SIBLING}. */
  static final long SIBLING_MASK = 0xffff_ffffL;

  /** Two keys of children, as {@link #child} says. */
  private static final int CHILDREN = 6;

  private CallNode() {}

  static void init(long[] nodes, int node, int methodId, int parent) {
    for (int i = CALLS; i <= EXCEPTIONS; i++) {
      nodes[node + i] = 0;
    }
    nodes[node + KEY] = key(methodId, parent);
    nodes[node + NEXT_SIBLING] = node;
    nodes[node + CHILDREN] = NO_CHILD;
    nodes[node + CHILDREN + 1] = NO_CHILD;
  }

  @ForceInline
  static long key(int methodId, int node) {
    return ((long) methodId << 32) | node;
  }

  @ForceInline
  static int keyMethod(long key) {
    return (int) (key >>> 32);
  }

  @ForceInline
  static int keyNode(long key) {
    return (int) key;
  }

  /**
   * The hottest child among those whose method's second bit is 0, or 1, as the given one's is: the
   * key of its method and its place, or {@link #NO_CHILD}. Methods of one class are numbered one
   * after the other (above the lowest bit, see {@link Kind#of}), so two places serve more than any
   * two children.
   */
  @ForceInline
  static long child(long[] nodes, int node, int methodId) {
    return nodes[node + CHILDREN + ((methodId >>> 1) & 1)];
  }

  static void setChild(long[] nodes, int node, int methodId, int child) {
    nodes[childPlace(node, methodId)] = key(methodId, child);
  }

  /** Where {@link #child} stands. */
  static int childPlace(int node, int methodId) {
    return node + CHILDREN + ((methodId >>> 1) & 1);
  }

  /** Any child, from which {@link #nextSibling} leads to all, or -1 where there is none. */
  static int anyChild(long[] nodes, int node) {
    long even = nodes[node + CHILDREN];
    return keyNode(even == NO_CHILD ? nodes[node + CHILDREN + 1] : even);
  }

  static int nextSibling(long[] nodes, int node) {
    return (int) nodes[node + NEXT_SIBLING];
  }

  static void addSamples(long[] nodes, int node, int samples) {
    nodes[node + NEXT_SIBLING] += (long) samples << Integer.SIZE;
  }

  @ForceInline
  static void addCall(long[] nodes, int node) {
    nodes[node + CALLS]++;
  }

  static void addException(long[] nodes, int node) {
    nodes[node + EXCEPTIONS]++;
  }

  @ForceInline
  static void addSelf(long[] nodes, int node, long metric) {
    nodes[node + SELF] += metric;
  }

  static void addOverhead(long[] nodes, int node, long metric) {
    nodes[node + OVERHEAD] += metric;
  }

  /** Adds all that a node of another tree has counted, and read. */
  static void addAll(long[] nodes, int node, long[] others, int other) {
    for (int i = CALLS; i <= EXCEPTIONS; i++) {
      nodes[node + i] += others[other + i];
    }
    addSamples(nodes, node, samples(others, other));
  }

  /** Hands one node's self, overhead and samples over to another. */
  static void moveMetric(long[] nodes, int from, int to) {
    addSelf(nodes, to, nodes[from + SELF]);
    addOverhead(nodes, to, nodes[from + OVERHEAD]);
    addSamples(nodes, to, samples(nodes, from));
    addSamples(nodes, from, -samples(nodes, from));
    nodes[from + SELF] = 0;
    nodes[from + OVERHEAD] = 0;
  }

  static long key(long[] nodes, int node) {
    return nodes[node + KEY];
  }

  /** The method, as numbered by the agent's method registry, or {@link #ROOT_METHOD}. */
  public static int method(long[] nodes, int node) {
    return keyMethod(nodes[node + KEY]);
  }

  /** The node that this one is entered from; the root is its own. */
  public static int parent(long[] nodes, int node) {
    return keyNode(nodes[node + KEY]);
  }

  /** Times entered. */
  public static long calls(long[] nodes, int node) {
    return nodes[node + CALLS];
  }

  /** Calls that were left by an exception. */
  public static long exceptions(long[] nodes, int node) {
    return nodes[node + EXCEPTIONS];
  }

  /**
   * The metric in the method itself, less {@link #overhead}, in the metric's unit; may be negative.
   */
  public static long self(long[] nodes, int node) {
    return nodes[node + SELF];
  }

  /** What was taken off the readings, in the metric's unit. */
  public static long overhead(long[] nodes, int node) {
    return nodes[node + OVERHEAD];
  }

  /** CPU-time samples that were charged to the node. */
  public static int samples(long[] nodes, int node) {
    return (int) (nodes[node + NEXT_SIBLING] >>> Integer.SIZE);
  }
}
