package dev.tare.agent.snapshot;

import dev.tare.profile.CallTree;
import dev.tare.runtime.Calibration;
import dev.tare.runtime.CallNode;
import dev.tare.runtime.Category;
import dev.tare.runtime.CategoryTable;
import dev.tare.runtime.DeferredIntervals;
import dev.tare.runtime.Kind;
import dev.tare.runtime.KnownOverheads;
import dev.tare.runtime.ThreadRecorder;
import dev.tare.runtime.TreeCounts;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A recorder's tree as data: what it counted from one moment to another. The recorder lists its
 * nodes in the order of their making; a {@link CallTree} wants each child's subtree whole before
 * the next child, so children are chained first and then followed, without recursion.
 */
final class RecorderTree {
  /** Indexes of a chain that has ended. */
  private static final int NONE = -1;

  private final ThreadRecorder recorder;
  private final long[] nodes;
  private final TreeCounts until;
  private final @Nullable TreeCounts from;
  private final int count;
  private final long[] open;
  private final int[] firstChild;
  private final int[] nextSibling;

  /** How many nodes the tree will have, the root among them. */
  private int shownCount = 1;

  private final boolean readsAtEveryProbe;

  /** What is to be taken off the nodes' self yet, in parts of the unit; null where nothing is. */
  private final long @Nullable [] deferred;

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
    firstChild = new int[count];
    nextSibling = new int[count];
    readsAtEveryProbe = calls == null;
    deferred = calls == null ? deferredAdjustments() : callAdjustments(calls);
    chainChildren();
  }

  private long calls(int index) {
    return until.calls(index) - (from == null ? 0 : from.calls(index));
  }

  private long exceptions(int index) {
    return until.exceptions(index) - (from == null ? 0 : from.exceptions(index));
  }

  private long self(int index) {
    return until.self(index)
        - (from == null ? 0 : from.self(index) - until.notCounted(from, index));
  }

  private long overhead(int index) {
    return until.overhead(index) - (from == null ? 0 : from.overhead(index));
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

  private int parent(int index) {
    return CallNode.parent(nodes, index * CallNode.SIZE) / CallNode.SIZE;
  }

  /**
   * The calls in progress. The thread went on while it was read: a call that seems to be in
   * progress, and has been counted as left by an exception as well, is not; nor are those below.
   */
  private long[] openCalls() {
    long[] openCalls = new long[count];
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      int parent = parent(i);
      long most = Math.max(0, calls(i) + carried(i) - exceptions(i));
      if (parent != 0 && !recorder.isSum()) {
        most = Math.min(most, openCalls[parent]);
      }
      openCalls[i] = Math.min(until.open(i), most);
    }
    return openCalls;
  }

  /**
   * A sampled reading is of all that passed since the last, probes too. Half of each of them falls
   * into the called method, half into its caller: in an interval between two events is half of
   * each.
   */
  private long[] callAdjustments(CallOverhead calls) {
    long[] adjustments = new long[count];
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      long parts = calls.ofProbes(CallNode.method(nodes, i * CallNode.SIZE), calls(i));
      adjustments[i] += parts;
      adjustments[parent(i)] += parts;
    }
    return adjustments;
  }

  private long @Nullable [] deferredAdjustments() {
    DeferredIntervals intervals = until.deferred();
    if (intervals == null) {
      return null;
    }
    long[] adjustments = new long[count];
    adjust(adjustments, intervals, 1);
    DeferredIntervals earlier = from == null ? null : from.deferred();
    if (earlier != null) {
      adjust(adjustments, earlier, -1);
    }
    return adjustments;
  }

  private void adjust(long[] adjustments, DeferredIntervals intervals, int sign) {
    CategoryTable categories = recorder.categories();
    intervals.read(
        (node, category, intervalCount) -> {
          if (node / CallNode.SIZE < count) {
            adjustments[node / CallNode.SIZE] +=
                sign * intervalCount * categories.adjustment(category);
          }
        });
  }

  /** Of a leaf's self, what was taken for overhead and is its own; of other nodes nothing is. */
  private long hidden(int index, long self) {
    if (!readsAtEveryProbe || firstChild[index] != NONE || index < ThreadRecorder.OWN_NODES) {
      return 0;
    }
    boolean dispatched = (CallNode.method(nodes, index * CallNode.SIZE) & 1) != 0;
    int key = Category.ofLeaf(dispatched ? Kind.C2_DISPATCHED : Kind.C2_STATIC);
    long ended = calls(index) + carried(index) - open[index];
    int node = index * CallNode.SIZE;
    long drainedCalls = 0;
    long drainedMetric = 0;
    DeferredIntervals now = until.deferred();
    if (now != null) {
      drainedCalls = now.drainedCalls(node);
      drainedMetric = now.drainedMetric(node);
    }
    DeferredIntervals earlier = from == null ? null : from.deferred();
    if (earlier != null) {
      drainedCalls -= earlier.drainedCalls(node);
      drainedMetric -= earlier.drainedMetric(node);
    }
    return Math.round(Calibration.known().hidden(key, ended, self, drainedCalls, drainedMetric));
  }

  private void chainChildren() {
    Arrays.fill(firstChild, NONE);
    Arrays.fill(nextSibling, NONE);
    boolean[] shown = new boolean[count];
    // From the last to the first, so that each chain is in the order of making.
    for (int i = count - 1; i > ThreadRecorder.OWN_NODES - 1; i--) {
      shown[i] |= hasAny(i);
      if (shown[i]) {
        int parent = parent(i);
        shown[parent] = true;
        shownCount++;
        nextSibling[i] = firstChild[parent];
        firstChild[parent] = i;
      }
    }
  }

  /**
   * Whether anything is to be said of a node: in a window, most may have slept; and one that was
   * made when the stack overflowed may have no call.
   */
  private boolean hasAny(int index) {
    return calls(index) != 0
        || open[index] != 0
        || carried(index) != 0
        || self(index) != 0
        || overhead(index) != 0
        || samples(index) != 0;
  }

  /** Whether anything was called, or in progress. */
  boolean hasCalls() {
    return firstChild[0] != NONE;
  }

  /** Calls that were made past the limit of nodes. */
  long allCutCalls() {
    return until.allCutCalls() - (from == null ? 0 : from.allCutCalls());
  }

  /** Entries and exits that the tree stands for. */
  long events(CallTree tree) {
    long events = 0;
    for (int i = 1; i < tree.size(); i++) {
      events += 2 * tree.calls(i) + tree.carried(i) - tree.open(i);
    }
    return events;
  }

  /** The tree, its methods renumbered. */
  CallTree build(IntUnaryOperator methodIndex) {
    return build(methodIndex, shownCount, index -> true, this::copy);
  }

  /** The samples that probes recorded. */
  CallTree samples(IntUnaryOperator methodIndex) {
    boolean[] wanted = new boolean[count];
    int wantedCount = 1;
    for (int i = count - 1; i >= ThreadRecorder.OWN_NODES; i--) {
      wanted[i] |= samples(i) != 0;
      if (wanted[i]) {
        wanted[parent(i)] = true;
        wantedCount++;
      }
    }
    return build(
        methodIndex,
        wantedCount,
        index -> wanted[index],
        (builder, place, index) -> builder.samples(place, samples(index)));
  }

  /** What is said of a node in the tree that is built. */
  private interface Copy {
    void copy(CallTree.Builder builder, int place, int index);
  }

  private CallTree build(IntUnaryOperator methodIndex, int size, IntPredicate isWanted, Copy copy) {
    CallTree.Builder builder = new CallTree.Builder(size);
    copy.copy(builder, 0, 0);
    int[] placeOf = new int[count];
    int[] stack = new int[64];
    int depth = 0;
    int next = firstChild[0];
    while (true) {
      if (next == NONE) {
        if (depth == 0) {
          return builder.build();
        }
        next = nextSibling[stack[--depth]];
        continue;
      }
      if (!isWanted.test(next)) {
        next = nextSibling[next];
        continue;
      }
      int method = methodIndex.applyAsInt(CallNode.method(nodes, next * CallNode.SIZE));
      placeOf[next] = builder.add(placeOf[parent(next)], method);
      copy.copy(builder, placeOf[next], next);
      if (depth == stack.length) {
        stack = Arrays.copyOf(stack, depth * 2);
      }
      stack[depth++] = next;
      next = firstChild[next];
    }
  }

  private void copy(CallTree.Builder builder, int place, int index) {
    // A root is entered once, also that of many ended virtual threads' trees added up.
    builder.calls(place, index == 0 ? 1 : calls(index));
    builder.exceptions(place, exceptions(index));
    builder.open(place, open[index]);
    builder.carried(place, carried(index));
    long adjustment = deferred == null ? 0 : deferred[index] >> KnownOverheads.FRACTION_BITS;
    long self = self(index) - adjustment;
    long overhead = overhead(index) + adjustment;
    long hidden = Math.max(0, Math.min(hidden(index, self), overhead));
    builder.self(place, self + hidden);
    builder.overhead(place, overhead - hidden);
    builder.cut(place, cutCalls(index));
  }
}
