package dev.tare.runtime.thread;

import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.NodeSums;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * How often each method has been called so far, and its self, by its number: summed over the trees
 * of all threads, those that ended included, while the threads go on. These never fall from one
 * reading to the next, since recorders never set anything back, and trees are added up, not thrown
 * away.
 */
public final class CallCounts {
  /** As {@code TreeCounts} reads them, so that no compiled loop holds up a safepoint. */
  private static final int NODES_AT_ONCE = 1 << 12;

  private long[] calls;
  private long[] self;
  private long measured;

  /** Method numbers that are known; the arrays may be longer. */
  private int count;

  private boolean[] roots;

  private CallCounts(int methods) {
    calls = new long[methods];
    self = new long[methods];
    roots = new boolean[methods];
    count = methods;
  }

  /**
   * Reads all trees.
   *
   * @param methods how many numbers there are at least
   */
  public static CallCounts read(int methods) {
    CallCounts counts = new CallCounts(methods);
    synchronized (EndedThreadMerger.LOCK) {
      for (ThreadRecorder recorder = Recorders.last();
          recorder != null;
          recorder = Recorders.before(recorder)) {
        counts.add(recorder);
      }
    }
    return counts;
  }

  private void add(ThreadRecorder recorder) {
    int end = recorder.end();
    long[] nodes = recorder.nodes();
    NodeSums sums = recorder.sumsOrNull();
    int step = NODES_AT_ONCE * CallNode.SIZE;
    for (int from = ThreadRecorder.OWN_NODES * CallNode.SIZE; from < end; from += step) {
      add(nodes, from, Math.min(end - from, step), sums);
    }
  }

  @DontInline
  private void add(long[] nodes, int from, int length, @Nullable NodeSums sums) {
    for (int node = from; node < from + length; node += CallNode.SIZE) {
      int method = CallNode.method(nodes, node) >> 1;
      if (method < 0 || CallNode.isCountedByCaller(nodes, node)) {
        continue; // What an interruption took stands in a node, too; and no probe made the other.
      }
      if (method >= calls.length) {
        long[] longer = new long[Math.max(method + 1, 2 * calls.length)];
        System.arraycopy(calls, 0, longer, 0, calls.length);
        calls = longer;
        long[] longerSelf = new long[longer.length];
        System.arraycopy(self, 0, longerSelf, 0, self.length);
        self = longerSelf;
        boolean[] longerRoots = new boolean[longer.length];
        System.arraycopy(roots, 0, longerRoots, 0, roots.length);
        roots = longerRoots;
      }
      count = Math.max(count, method + 1);
      calls[method] += CallNode.calls(nodes, node);
      long waited = sums == null ? 0 : sums.get(node, NodeSums.WAITING);
      long work = CallNode.self(nodes, node) - waited;
      self[method] += work;
      measured += work + CallNode.overhead(nodes, node);
      if (CallNode.parent(nodes, node) == CallNode.ROOT) {
        roots[method] = true;
      }
    }
  }

  /**
   * Calls by method number, as long as the highest number that is known; a later reading is never
   * shorter.
   */
  public long[] calls() {
    return known(calls);
  }

  /**
   * The metric of each method's own code, without what its threads are known to have waited, in the
   * metric's unit. It may fall by what a running interval turns out to be. As long as {@link
   * #calls}.
   */
  public long[] self() {
    return known(self);
  }

  /**
   * The metric of all methods' code together, in the metric's unit: {@link #self}, and what was
   * subtracted as overhead.
   */
  public long measured() {
    return measured;
  }

  private long[] known(long[] values) {
    long[] known = new long[count];
    System.arraycopy(values, 0, known, 0, count);
    return known;
  }

  /** Whether the method was ever entered with nothing woven below it on the stack. */
  public boolean isRoot(int method) {
    return method < roots.length && roots[method];
  }
}
