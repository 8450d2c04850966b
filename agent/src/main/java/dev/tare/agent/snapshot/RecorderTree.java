package dev.tare.agent.snapshot;

import dev.tare.profile.CallTree;
import dev.tare.profile.TreeNodes;
import dev.tare.runtime.Calibration;
import dev.tare.runtime.CallNode;
import dev.tare.runtime.Category;
import dev.tare.runtime.CategoryTable;
import dev.tare.runtime.Column;
import dev.tare.runtime.DeferredIntervals;
import dev.tare.runtime.Kind;
import dev.tare.runtime.KnownOverheads;
import dev.tare.runtime.ThreadRecorder;
import dev.tare.runtime.TreeCounts;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A recorder's tree as data: what it counted from one moment to another. The recorder lists its
 * nodes in the order of their making; a profile wants each child's subtree whole before the next
 * child, so children are chained first and then followed, without recursion. Nothing is copied for
 * that: nodes are told one after another, as they are asked for.
 *
 * <p>To be freed, as what it was made of is.
 */
final class RecorderTree {
  /** Ends a chain: the root is nobody's child. */
  private static final int NONE = 0;

  private final ThreadRecorder recorder;
  private final long[] nodes;
  private final TreeCounts until;
  private final @Nullable TreeCounts from;
  private final int count;

  /** In progress, at the window's end; a node has one such call at most. */
  private final BitSet open;

  /** Of each node the first child in the upper half, the next sibling in the lower. */
  private final Column chains;

  /** What is to be taken off the nodes' self yet, in parts of the unit. */
  private final Column adjustments;

  private long events;
  private long selfInMethods;
  private long overheadInMethods;

  /**
   * The tree of a recorder.
   *
   * @param from what had been counted when the window began; null for nothing
   * @param until what has been counted by the window's end
   * @param calls what the calls' probes cost where they took no reading; null where all did
   */
  RecorderTree(
      ThreadRecorder recorder,
      @Nullable TreeCounts from,
      TreeCounts until,
      @Nullable CallOverhead calls) {
    this.recorder = recorder;
    this.from = from;
    this.until = until;
    nodes = recorder.nodes(); // As long as the counts, or longer.
    count = until.count();
    open = openCalls();
    chains = new Column(count);
    adjustments = new Column(count);
    if (calls == null) {
      adjustDeferred();
    } else {
      adjustCalls(calls);
    }
    chainChildren();
    if (calls == null) {
      giveBackHidden();
    }
    addUp();
  }

  /** Gives the memory back. */
  void free() {
    chains.free();
    adjustments.free();
  }

  /** A root is entered once, also that of many ended virtual threads' trees added up. */
  private long shownCalls(int index) {
    return index == 0 ? 1 : calls(index);
  }

  private long calls(int index) {
    return until.calls(index) - (from == null ? 0 : from.calls(index));
  }

  private long exceptions(int index) {
    return until.exceptions(index) - (from == null ? 0 : from.exceptions(index));
  }

  private long open(int index) {
    return open.get(index) ? 1 : 0;
  }

  /** Before adjustment. */
  private long rawSelf(int index) {
    return until.self(index)
        - (from == null ? 0 : from.self(index) - until.notCounted(from, index));
  }

  private long rawOverhead(int index) {
    return until.overhead(index) - (from == null ? 0 : from.overhead(index));
  }

  /** What is taken off self, and is overhead. */
  private long adjustment(int index) {
    return adjustments.get(index) >> KnownOverheads.FRACTION_BITS;
  }

  private long self(int index) {
    return rawSelf(index) - adjustment(index);
  }

  private long overhead(int index) {
    return rawOverhead(index) + adjustment(index);
  }

  /** May be less than none, where it was not seen at once that a thread had gone on. */
  private long samples(int index) {
    return Math.max(0, until.samples(index) - (from == null ? 0 : from.samples(index)));
  }

  private long cutCalls(int index) {
    return until.cutCalls(index) - (from == null ? 0 : from.cutCalls(index));
  }

  /** Calls that were in progress when the window began. */
  private long carried(int index) {
    return from == null ? 0 : from.open(index);
  }

  private int method(int index) {
    return CallNode.method(nodes, index * CallNode.SIZE);
  }

  private int parent(int index) {
    return CallNode.parent(nodes, index * CallNode.SIZE) / CallNode.SIZE;
  }

  private int firstChild(int index) {
    return (int) (chains.get(index) >>> Integer.SIZE);
  }

  private int nextSibling(int index) {
    return (int) chains.get(index);
  }

  /**
   * The calls in progress. The thread went on while it was read: a call that seems to be in
   * progress, and has been counted as left by an exception as well, is not; nor are those below.
   */
  private BitSet openCalls() {
    BitSet openCalls = new BitSet(count);
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      int parent = parent(i);
      if (until.open(i) > 0
          && calls(i) + carried(i) - exceptions(i) > 0
          && (parent == 0 || openCalls.get(parent))) {
        openCalls.set(i);
      }
    }
    return openCalls;
  }

  /**
   * A sampled reading is of all that passed since the last, probes too. Half of each of them falls
   * into the called method, half into its caller: in an interval between two events is half of
   * each.
   */
  private void adjustCalls(CallOverhead calls) {
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      long parts = calls.ofProbes(method(i), calls(i));
      adjustments.add(i, parts);
      adjustments.add(parent(i), parts);
    }
  }

  private void adjustDeferred() {
    DeferredIntervals intervals = until.deferred();
    if (intervals != null) {
      adjust(intervals, 1);
      DeferredIntervals earlier = from == null ? null : from.deferred();
      if (earlier != null) {
        adjust(earlier, -1);
      }
    }
  }

  private void adjust(DeferredIntervals intervals, int sign) {
    CategoryTable categories = recorder.categories();
    intervals.read(
        (node, category, intervalCount) -> {
          if (node / CallNode.SIZE < count) {
            adjustments.add(
                node / CallNode.SIZE,
                sign * intervalCount * categories.adjustmentOfDeferred(category));
          }
        });
  }

  /** Takes less off leaves: of their self, what was taken for overhead and is their own. */
  private void giveBackHidden() {
    KnownOverheads known = Calibration.known();
    double emptyDrained = emptyDrained();
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      if (firstChild(i) == NONE) {
        boolean dispatched = (method(i) & 1) != 0;
        int key = Category.ofLeaf(dispatched ? Kind.C2_DISPATCHED : Kind.C2_STATIC);
        long ended = calls(i) + carried(i) - open(i);
        double hidden =
            known.hidden(key, ended, self(i), drainedCalls(i), drainedMetric(i), emptyDrained);
        long own = Math.max(0, Math.min(Math.round(hidden), overhead(i)));
        adjustments.add(i, -(own << KnownOverheads.FRACTION_BITS));
      }
    }
  }

  private long drainedCalls(int index) {
    return drained(index, DeferredIntervals::drainedCalls);
  }

  private long drainedMetric(int index) {
    return drained(index, DeferredIntervals::drainedMetric);
  }

  /** What is kept of a node's drained calls. */
  private interface OfNode {
    long get(DeferredIntervals intervals, int node);
  }

  private long drained(int index, OfNode what) {
    int node = index * CallNode.SIZE;
    DeferredIntervals now = until.deferred();
    DeferredIntervals earlier = from == null ? null : from.deferred();
    return (now == null ? 0 : what.get(now, node))
        - (earlier == null ? 0 : what.get(earlier, node));
  }

  /**
   * What a drained call takes that does next to nothing, seen in the leaf whose drained calls are
   * the shortest: so much is hidden by no other. NaN where none has been called often enough.
   */
  private double emptyDrained() {
    int shortest = NONE;
    double least = Double.POSITIVE_INFINITY;
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      if (firstChild(i) == NONE && drainedCalls(i) >= KnownOverheads.ENOUGH_DRAINED) {
        double mean = (double) drainedMetric(i) / drainedCalls(i);
        if (mean < least) {
          least = mean;
          shortest = i;
        }
      }
    }
    if (shortest == NONE) {
      return Double.NaN;
    }
    double left = (double) self(shortest) / calls(shortest);
    return least - Math.max(0, left);
  }

  private void chainChildren() {
    // From the last to the first, so that each chain is in the order of making. A node that has a
    // chain below it when its turn comes is shown for that.
    for (int i = count - 1; i >= ThreadRecorder.OWN_NODES; i--) {
      if (chains.get(i) != NONE || hasAny(i)) {
        int parent = parent(i);
        chains.set(i, chains.get(i) | firstChild(parent));
        chains.set(parent, (long) i << Integer.SIZE);
      }
    }
  }

  /**
   * Whether anything is to be said of a node: in a window, most may have slept; and one that was
   * made when the stack overflowed may have no call.
   */
  private boolean hasAny(int index) {
    return calls(index) != 0
        || open.get(index)
        || carried(index) != 0
        || rawSelf(index) != 0
        || rawOverhead(index) != 0
        || samples(index) != 0;
  }

  /** Over all nodes of calls: of those that are not shown, everything is 0. */
  private void addUp() {
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      selfInMethods += self(i);
      overheadInMethods += overhead(i);
      events += 2 * calls(i) + carried(i) - open(i);
    }
  }

  /** Whether anything was called, or in progress. */
  boolean hasCalls() {
    return firstChild(0) != NONE;
  }

  /** Calls that were made past the limit of nodes. */
  long allCutCalls() {
    return until.allCutCalls() - (from == null ? 0 : from.allCutCalls());
  }

  /** Entries and exits that the tree stands for. */
  long events() {
    return events;
  }

  /** Sum over all nodes but the root. */
  long selfInMethods() {
    return selfInMethods;
  }

  /** Sum over all nodes but the root. */
  long overheadInMethods() {
    return overheadInMethods;
  }

  /** Sum over all nodes. */
  long overheadSum() {
    return overheadInMethods + overhead(0);
  }

  /** The nodes of calls, their methods renumbered. */
  TreeNodes nodes(IntUnaryOperator methodIndex) {
    return new Walk(methodIndex);
  }

  /** The samples that probes recorded. */
  CallTree samples(IntUnaryOperator methodIndex) {
    BitSet wanted = new BitSet(count);
    for (int i = count - 1; i >= ThreadRecorder.OWN_NODES; i--) {
      if (wanted.get(i) || samples(i) != 0) {
        wanted.set(i);
        wanted.set(parent(i));
      }
    }
    CallTree.Builder tree = new CallTree.Builder();
    tree.samples(0, samples(0));
    Walk walk = new Walk(methodIndex);
    walk.next();
    int[] placeAtDepth = new int[64];
    while (walk.next()) {
      if (wanted.get(walk.index)) {
        int depth = walk.depth();
        if (depth == placeAtDepth.length) {
          placeAtDepth = Arrays.copyOf(placeAtDepth, 2 * depth);
        }
        placeAtDepth[depth] = tree.add(placeAtDepth[depth - 1], walk.method());
        tree.samples(placeAtDepth[depth], samples(walk.index));
      }
    }
    return tree.build();
  }

  private final class Walk implements TreeNodes {
    private static final int BEFORE_ROOT = -1;

    private final IntUnaryOperator methodIndex;
    private int index = BEFORE_ROOT;
    private int depth = BEFORE_ROOT;

    Walk(IntUnaryOperator methodIndex) {
      this.methodIndex = methodIndex;
    }

    @Override
    public boolean next() {
      int next = index == BEFORE_ROOT ? 0 : firstChild(index);
      if (index == BEFORE_ROOT || next != NONE) {
        index = next;
        depth++;
        return true;
      }
      while (index != 0 && nextSibling(index) == NONE) {
        index = parent(index);
        depth--;
      }
      index = nextSibling(index);
      return index != NONE;
    }

    @Override
    public int depth() {
      return depth;
    }

    @Override
    public int method() {
      return methodIndex.applyAsInt(RecorderTree.this.method(index));
    }

    @Override
    public long calls() {
      return shownCalls(index);
    }

    @Override
    public long exceptions() {
      return RecorderTree.this.exceptions(index);
    }

    @Override
    public long open() {
      return RecorderTree.this.open(index);
    }

    @Override
    public long carried() {
      return RecorderTree.this.carried(index);
    }

    @Override
    public long self() {
      return RecorderTree.this.self(index);
    }

    @Override
    public long overhead() {
      return RecorderTree.this.overhead(index);
    }

    @Override
    public long cut() {
      return cutCalls(index);
    }

    /** Samples stand in a tree of their own. */
    @Override
    public long samples() {
      return 0;
    }
  }
}
