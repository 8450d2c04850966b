package dev.tare.profile;

import java.util.Arrays;
import java.util.List;

/**
 * What each method adds up to over all threads of a profile; immutable.
 *
 * <p>A method's total is the sum over the subtrees that begin with it, where a subtree inside
 * another subtree of the same method is not counted again: a recursive method's total is no more
 * than what really passed.
 */
public final class MethodSums {
  private final long[] calls;
  private final long[] calleeCalls;
  private final long[] self;
  private final long[] total;
  private final long[] overhead;
  private final long[] samples;
  private final long[] waiting;
  private final long[] totalWaiting;

  /** Of these values, by the methods' indices; the arrays are the sums' own from then on. */
  public MethodSums(
      long[] calls,
      long[] calleeCalls,
      long[] self,
      long[] total,
      long[] overhead,
      long[] samples,
      long[] waiting,
      long[] totalWaiting) {
    this.calls = calls;
    this.calleeCalls = calleeCalls;
    this.self = self;
    this.total = total;
    this.overhead = overhead;
    this.samples = samples;
    this.waiting = waiting;
    this.totalWaiting = totalWaiting;
  }

  /** The sums over these threads, whose methods are numbered below {@code methods}. */
  public static MethodSums of(List<ThreadProfile> threads, int methods) {
    Builder builder = new Builder();
    for (ThreadProfile thread : threads) {
      TreeNodes nodes = thread.tree().nodes();
      while (nodes.next()) {
        builder.add(nodes);
      }
      builder.endTree();
      CpuSamples sampled = thread.cpuSamples();
      if (sampled != null) {
        CallTree tree = sampled.tree();
        for (int node = 1; node < tree.size(); node++) {
          builder.addSamples(tree.method(node), tree.samples(node));
        }
      }
    }
    return builder.build(methods);
  }

  /** Number of methods. */
  public int methods() {
    return calls.length;
  }

  /** Times that it was called. */
  public long calls(int method) {
    return calls[method];
  }

  /** Calls of methods that have nodes of their own below it: those that it made itself. */
  public long calleeCalls(int method) {
    return calleeCalls[method];
  }

  /** The metric in the method itself, overhead subtracted, in the metric's unit. */
  public long self(int method) {
    return self[method];
  }

  /** The metric in the method and in all that it called, overhead subtracted. */
  public long total(int method) {
    return total[method];
  }

  /** What was subtracted from its self value. */
  public long overhead(int method) {
    return overhead[method];
  }

  /** How much of {@link #self} threads waited, in nanoseconds. */
  public long waiting(int method) {
    return waiting[method];
  }

  /** How much of {@link #total} threads waited, in nanoseconds. */
  public long totalWaiting(int method) {
    return totalWaiting[method];
  }

  /** Samples with it on top. */
  public long samples(int method) {
    return samples[method];
  }

  /** The same without the time that threads waited. */
  public MethodSums working() {
    return new MethodSums(
        calls,
        calleeCalls,
        difference(self, waiting),
        difference(total, totalWaiting),
        overhead,
        samples,
        waiting,
        totalWaiting);
  }

  /** The same of a file whose trees added up to {@code before}, and add up to {@code after} now. */
  public MethodSums changed(MethodSums before, MethodSums after) {
    return new MethodSums(
        changed(calls, before.calls, after.calls),
        changed(calleeCalls, before.calleeCalls, after.calleeCalls),
        changed(self, before.self, after.self),
        changed(total, before.total, after.total),
        changed(overhead, before.overhead, after.overhead),
        changed(samples, before.samples, after.samples),
        changed(waiting, before.waiting, after.waiting),
        changed(totalWaiting, before.totalWaiting, after.totalWaiting));
  }

  private static long[] changed(long[] sums, long[] before, long[] after) {
    long[] result = difference(sums, before);
    for (int i = 0; i < result.length; i++) {
      result[i] += after[i];
    }
    return result;
  }

  private static long[] difference(long[] of, long[] less) {
    long[] result = of.clone();
    for (int i = 0; i < result.length; i++) {
      result[i] -= less[i];
    }
    return result;
  }

  /**
   * Adds up trees node by node, in no more memory than a path of a tree and the methods need. Not
   * for several threads at a time.
   */
  public static final class Builder {
    private static final int FIRST_DEPTHS = 64;

    private long[] calls = {};
    private long[] calleeCalls = {};
    private long[] self = {};
    private long[] total = {};
    private long[] overhead = {};
    private long[] samples = {};
    private long[] waiting = {};
    private long[] totalWaiting = {};

    /** Of each method, how many nodes of it are on the path to the node at hand. */
    private int[] onPath = {};

    private int[] pathMethods = new int[FIRST_DEPTHS];
    private long[] pathTotals = new long[FIRST_DEPTHS];
    private long[] pathWaiting = new long[FIRST_DEPTHS];
    private int depth = CallTree.NONE;
    private long treeCalls;
    private long treeSelf;
    private long treeOverhead;
    private long treeWaiting;
    private long rootSelf;
    private long rootOverhead;
    private long rootWaiting;

    /** Sums of nothing yet. */
    public Builder() {}

    /** Adds the node at hand of a tree, whose nodes come in preorder from the root on. */
    public void add(TreeNodes node) {
      int nodeDepth = node.depth();
      long nodeCalls = node.calls();
      long nodeSelf = node.self();
      long nodeOverhead = node.overhead();
      long nodeWaiting = node.waiting();
      while (depth >= nodeDepth) {
        leave();
      }
      depth = nodeDepth;
      if (depth == pathMethods.length) {
        pathMethods = Arrays.copyOf(pathMethods, 2 * depth);
        pathTotals = Arrays.copyOf(pathTotals, 2 * depth);
        pathWaiting = Arrays.copyOf(pathWaiting, 2 * depth);
      }
      pathTotals[depth] = nodeSelf;
      pathWaiting[depth] = nodeWaiting;
      treeSelf += nodeSelf;
      treeOverhead += nodeOverhead;
      treeWaiting += nodeWaiting;
      if (depth == 0) {
        rootSelf = nodeSelf;
        rootOverhead = nodeOverhead;
        rootWaiting = nodeWaiting;
        return;
      }
      int method = node.method();
      room(method);
      pathMethods[depth] = method;
      treeCalls += nodeCalls;
      calls[method] += nodeCalls;
      if (depth > 1) {
        calleeCalls[pathMethods[depth - 1]] += nodeCalls;
      }
      self[method] += nodeSelf;
      overhead[method] += nodeOverhead;
      waiting[method] += nodeWaiting;
      onPath[method]++;
    }

    private void leave() {
      if (depth > 0) {
        int method = pathMethods[depth];
        if (--onPath[method] == 0) {
          total[method] += pathTotals[depth];
          totalWaiting[method] += pathWaiting[depth];
        }
        pathTotals[depth - 1] += pathTotals[depth];
        pathWaiting[depth - 1] += pathWaiting[depth];
      }
      depth--;
    }

    private void room(int method) {
      if (method >= calls.length) {
        int length = Math.max(method + 1, 2 * calls.length);
        calls = Arrays.copyOf(calls, length);
        calleeCalls = Arrays.copyOf(calleeCalls, length);
        self = Arrays.copyOf(self, length);
        total = Arrays.copyOf(total, length);
        overhead = Arrays.copyOf(overhead, length);
        samples = Arrays.copyOf(samples, length);
        waiting = Arrays.copyOf(waiting, length);
        totalWaiting = Arrays.copyOf(totalWaiting, length);
        onPath = Arrays.copyOf(onPath, length);
      }
    }

    /** Ends a tree, and says what its nodes add up to. */
    public ThreadSums endTree() {
      while (depth >= 0) {
        leave();
      }
      ThreadSums sums =
          new ThreadSums(
              treeCalls, treeSelf, treeOverhead, rootSelf, rootOverhead, treeWaiting, rootWaiting);
      treeCalls = 0;
      treeSelf = 0;
      treeOverhead = 0;
      treeWaiting = 0;
      rootSelf = 0;
      rootOverhead = 0;
      rootWaiting = 0;
      return sums;
    }

    /** Adds samples that were taken with a method on top. */
    public void addSamples(int method, long count) {
      room(method);
      samples[method] += count;
    }

    /** The sums of all trees that were ended, for so many methods. */
    public MethodSums build(int methods) {
      return new MethodSums(
          Arrays.copyOf(calls, methods),
          Arrays.copyOf(calleeCalls, methods),
          Arrays.copyOf(self, methods),
          Arrays.copyOf(total, methods),
          Arrays.copyOf(overhead, methods),
          Arrays.copyOf(samples, methods),
          Arrays.copyOf(waiting, methods),
          Arrays.copyOf(totalWaiting, methods));
    }
  }
}
