package dev.tare.runtime.tree;

import jdk.internal.vm.annotation.ForceInline;

/**
 * A node of a call tree: one method in one calling context of one thread. It is not an object but
 * eight {@code long}s of its recorder's array, and is identified by the index where they begin.
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

  /** The method of the node above the overflow part. */
  public static final int OVERFLOW_METHOD = -2;

  /** The method of the node above those of {@link FlatCalls}. */
  public static final int FLAT_METHOD = -5;

  /**
   * In the number of a node's method: how often the node above called it by its own instructions,
   * as its woven code counted them. Such a node is never open. Where the method has probes too,
   * there is another node of it beside this one, with the same calls once more.
   */
  public static final int COUNTED_BY_CALLER = 1 << 30;

  /** How many {@code long}s a node has. */
  public static final int SIZE = 8;

  /** Where the first node stands: the root. */
  public static final int ROOT = 0;

  /**
   * Where the second stands: above the overflow part, in which each method has one node, whoever
   * calls it, for calls that there was no room to give a node in their context. It is its own
   * parent; a snapshot shows it below the root. Its own calls are those whose methods had no room
   * for a node even there.
   */
  public static final int OVERFLOW = SIZE;

  /** The value of {@link #child} for no child. Its method fits no call. */
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
  public static final int NEXT_SIBLING = 5;

  /** The lower half of {@link #NEXT_SIBLING}. */
  public static final long SIBLING_MASK = 0xffff_ffffL;

  /**
   * Two keys of children, as {@link #child} says. Where a node has no child of its own for a place,
   * a link to another node can stand there: to one that a folded call opens again, or, in the
   * overflow part, to the called method's.
   */
  private static final int CHILDREN = 6;

  private CallNode() {}

  public static void init(long[] nodes, int node, int methodId, int parent) {
    for (int i = CALLS; i <= EXCEPTIONS; i++) {
      nodes[node + i] = 0;
    }
    nodes[node + KEY] = key(methodId, parent);
    nodes[node + NEXT_SIBLING] = node;
    nodes[node + CHILDREN] = NO_CHILD;
    nodes[node + CHILDREN + 1] = NO_CHILD;
  }

  @ForceInline
  public static long key(int methodId, int node) {
    return ((long) methodId << 32) | node;
  }

  @ForceInline
  public static int keyMethod(long key) {
    return (int) (key >>> 32);
  }

  @ForceInline
  public static int keyNode(long key) {
    return (int) key;
  }

  /**
   * The hottest child among those whose method's second bit is 0, or 1, as the given one's is: the
   * key of its method and its place, or {@link #NO_CHILD}. Methods of one class are numbered one
   * after the other (above the lowest bit, see {@code Kind}), so two places serve more than any two
   * children.
   */
  @ForceInline
  public static long child(long[] nodes, int node, int methodId) {
    return nodes[node + CHILDREN + ((methodId >>> 1) & 1)];
  }

  public static void setChild(long[] nodes, int node, int methodId, int child) {
    nodes[childPlace(node, methodId)] = key(methodId, child);
  }

  /** Where {@link #child} stands. */
  public static int childPlace(int node, int methodId) {
    return node + CHILDREN + ((methodId >>> 1) & 1);
  }

  /** Any child of its own, from which {@link #nextSibling} leads to all, or -1 for none. */
  public static int anyChild(long[] nodes, int node) {
    long even = nodes[node + CHILDREN];
    if (isOwn(nodes, node, even)) {
      return keyNode(even);
    }
    long odd = nodes[node + CHILDREN + 1];
    return isOwn(nodes, node, odd) ? keyNode(odd) : -1;
  }

  /** Whether what stands in a place for a child is one, and neither a link nor nothing. */
  public static boolean isOwn(long[] nodes, int node, long child) {
    int called = keyNode(child);
    return child != NO_CHILD && called != node && parent(nodes, called) == node;
  }

  /** Whether the node ever called anything, whichever node counted the call. */
  public static boolean hasCalled(long[] nodes, int node) {
    return nodes[node + CHILDREN] != NO_CHILD || nodes[node + CHILDREN + 1] != NO_CHILD;
  }

  /** Whether it is a node of the overflow part, or the one above that. */
  @ForceInline
  public static boolean isInOverflow(long[] nodes, int node) {
    return parent(nodes, node) == OVERFLOW;
  }

  /** Lets the next call find its node at once, where no own child and no busier link stands. */
  public static void preferLink(long[] nodes, int node, int methodId, int linked) {
    long standing = child(nodes, node, methodId);
    if (standing == NO_CHILD
        || (!isOwn(nodes, node, standing)
            && calls(nodes, linked) > calls(nodes, keyNode(standing)))) {
      setChild(nodes, node, methodId, linked);
    }
  }

  /** Lets {@link #hasCalled} know of a call that {@link #child} must not find. */
  public static void markCaller(long[] nodes, int node, int methodId) {
    if (child(nodes, node, methodId) == NO_CHILD) {
      nodes[childPlace(node, methodId)] = key(OVERFLOW_METHOD, OVERFLOW);
    }
  }

  public static int nextSibling(long[] nodes, int node) {
    return (int) nodes[node + NEXT_SIBLING];
  }

  public static void addSamples(long[] nodes, int node, long samples) {
    nodes[node + NEXT_SIBLING] += samples << Integer.SIZE;
  }

  @ForceInline
  public static void addCall(long[] nodes, int node) {
    nodes[node + CALLS]++;
  }

  public static void addCalls(long[] nodes, int node, long calls) {
    nodes[node + CALLS] += calls;
  }

  public static void addException(long[] nodes, int node) {
    nodes[node + EXCEPTIONS]++;
  }

  @ForceInline
  public static void addSelf(long[] nodes, int node, long metric) {
    nodes[node + SELF] += metric;
  }

  public static void addOverhead(long[] nodes, int node, long metric) {
    nodes[node + OVERHEAD] += metric;
  }

  /** Adds all that a node of another tree has counted, and read. */
  public static void addAll(long[] nodes, int node, long[] others, int other) {
    for (int i = CALLS; i <= EXCEPTIONS; i++) {
      nodes[node + i] += others[other + i];
    }
    addSamples(nodes, node, samples(others, other));
  }

  public static long key(long[] nodes, int node) {
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

  /** Whether it holds what the node above counted; see {@link #COUNTED_BY_CALLER}. */
  public static boolean isCountedByCaller(long[] nodes, int node) {
    int method = method(nodes, node);
    return method >= 0 && (method & COUNTED_BY_CALLER) != 0;
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

  /** What was subtracted from the readings, in the metric's unit. */
  public static long overhead(long[] nodes, int node) {
    return nodes[node + OVERHEAD];
  }

  /** CPU-time samples that were charged to the node, from 0 to 2^32 - 1. */
  public static long samples(long[] nodes, int node) {
    return nodes[node + NEXT_SIBLING] >>> Integer.SIZE;
  }
}
