package dev.tare.agent.snapshot;

import dev.tare.profile.CallTree;
import dev.tare.profile.TreeNodes;
import dev.tare.runtime.calibration.Calibration;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.calibration.DeferredIntervals;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.clock.Interruptions;
import dev.tare.runtime.snapshot.Column;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.CallNode;
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
  static final int NONE = 0;

  private final ThreadRecorder recorder;

  private final WindowCounts counts;
  private final int count;

  /** Nodes of what has no probes; they begin where the recorder's end. */
  private final UnprobedCalls unprobed;

  /** Of each node the first child in the upper half, the next sibling in the lower. */
  private final Column chains;

  /** What is to be taken off the nodes' self yet, in parts of the unit. */
  private final Column adjustments;

  private long events;
  private long callsWithoutContext;
  private dev.tare.profile.Interruptions interruptions = dev.tare.profile.Interruptions.NONE;
  private long selfSum;
  private long overheadSum;

  /**
   * The tree of a recorder.
   *
   * @param from what had been counted when the window began; null for nothing
   * @param until what has been counted by the window's end
   * @param calls what the calls' probes cost where they took no reading; null where all did
   * @param facts what is known of methods without probes
   */
  RecorderTree(
      ThreadRecorder recorder,
      @Nullable TreeCounts from,
      TreeCounts until,
      @Nullable CallOverhead calls,
      CodeFacts facts) {
    this.recorder = recorder;
    counts = new WindowCounts(recorder, from, until);
    count = counts.count();
    unprobed = new UnprobedCalls(counts, facts);
    chains = new Column(unprobed.count());
    adjustments = new Column(count);
    if (calls == null) {
      adjustDeferred();
    } else {
      adjustCalls(calls);
    }
    chainChildren();
    if (calls == null) {
      giveBackOverlap();
    }
    addUp();
  }

  /** Sum over all nodes, before anything is taken off that is not yet. */
  static long selfAsRead(@Nullable TreeCounts from, TreeCounts until) {
    long sum = 0;
    for (int i = 0; i < until.count(); i++) {
      sum += until.self(i) - (from == null ? 0 : from.self(i));
    }
    return sum;
  }

  /** Gives the memory back. */
  void free() {
    chains.free();
    adjustments.free();
  }

  /** What is taken off self, and is overhead. */
  private long adjustment(int index) {
    return adjustments.get(index) >> KnownOverheads.FRACTION_BITS;
  }

  long self(int index) {
    return counts.rawSelf(index) - adjustment(index);
  }

  long overhead(int index) {
    return counts.rawOverhead(index) + adjustment(index);
  }

  /** Whether it called nothing that has probes, as far as is known. */
  private boolean isLeaf(int index) {
    int child = firstChild(index);
    if (child == NONE) {
      return !counts.hasCalled(index);
    }
    while (child != NONE && !counts.hasProbes(child)) {
      child = nextSibling(child);
    }
    return child == NONE;
  }

  int firstChild(int index) {
    return (int) (chains.get(index) >>> Integer.SIZE);
  }

  int nextSibling(int index) {
    return (int) chains.get(index);
  }

  /**
   * A sampled reading is of all that passed since the last, probes too. Half of each of them falls
   * into the called method, half into its caller: in an interval between two events is half of
   * each.
   */
  private void adjustCalls(CallOverhead calls) {
    long ofUnknownCallers = 0;
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      if (!counts.hasProbes(i)) {
        continue;
      }
      long parts = calls.ofProbes(counts.method(i), counts.calls(i));
      adjustments.add(i, parts);
      if (counts.isInOverflow(i)) {
        ofUnknownCallers += parts;
      } else {
        adjustments.add(counts.parent(i), parts);
      }
    }
    if (ofUnknownCallers != 0) {
      adjustCallersInOverflow(ofUnknownCallers);
    }
  }

  /** Callers there are not known. The more they call, the more of what they take is of probes. */
  private void adjustCallersInOverflow(long parts) {
    double raw = 0;
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      raw += rawSelfOfCallerInOverflow(i);
    }
    for (int i = ThreadRecorder.OWN_NODES; i < count && raw > 0; i++) {
      adjustments.add(i, (long) (parts * (rawSelfOfCallerInOverflow(i) / raw)));
    }
  }

  private long rawSelfOfCallerInOverflow(int index) {
    boolean hasCalled = counts.hasCalled(index);
    return hasCalled && counts.isInOverflow(index) ? Math.max(0, counts.rawSelf(index)) : 0;
  }

  private void adjustDeferred() {
    DeferredIntervals intervals = counts.deferredUntil();
    if (intervals != null) {
      adjust(intervals, 1);
      DeferredIntervals earlier = counts.deferredFrom();
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
  private void giveBackOverlap() {
    KnownOverheads known = Calibration.known();
    double emptySerialized = emptySerialized();
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      if (counts.hasProbes(i) && isLeaf(i)) {
        boolean isVirtualCall = (counts.method(i) & 1) != 0;
        int key = Category.ofLeaf(isVirtualCall ? Kind.C2_VIRTUAL : Kind.C2_STATIC);
        long ended = counts.calls(i) + counts.carried(i) - counts.open(i);
        double overlap =
            known.overlap(
                key,
                ended,
                self(i),
                counts.serializedCalls(i),
                counts.serializedMetric(i),
                emptySerialized);
        long own = Math.max(0, Math.min(Math.round(overlap), overhead(i)));
        adjustments.add(i, -(own << KnownOverheads.FRACTION_BITS));
      }
    }
  }

  /**
   * What a serialized call takes that does next to nothing, seen in the leaf whose serialized calls
   * are the shortest: so much is hidden by no other. NaN where none has been called often enough.
   */
  private double emptySerialized() {
    int shortest = NONE;
    double least = Double.POSITIVE_INFINITY;
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      if (counts.hasProbes(i)
          && isLeaf(i)
          && counts.serializedCalls(i) >= KnownOverheads.ENOUGH_SERIALIZED) {
        double mean = (double) counts.serializedMetric(i) / counts.serializedCalls(i);
        if (mean < least) {
          least = mean;
          shortest = i;
        }
      }
    }
    if (shortest == NONE) {
      return Double.NaN;
    }
    double left = (double) self(shortest) / counts.calls(shortest);
    return least - Math.max(0, left);
  }

  private void chainChildren() {
    // From the last to the first, so that each chain is in the order of making. A node that has a
    // chain below it when its turn comes is shown for that.
    for (int i = unprobed.count() - 1; i >= WindowCounts.OVERFLOW; i--) {
      if (!unprobed.isImplied(i) && (isInterruption(i) || !unprobed.shows(i))) {
        continue; // It calls nothing, and is told by itself, or by another.
      }
      if (chains.get(i) != NONE || unprobed.hasMore(i) || counts.hasAny(i)) {
        int parent = unprobed.parent(i);
        chains.set(i, chains.get(i) | firstChild(parent));
        chains.set(parent, (long) i << Integer.SIZE);
      }
    }
  }

  /** Over the root and all nodes of calls: of those that are not shown, everything is 0. */
  private void addUp() {
    selfSum = self(0);
    overheadSum = overhead(0);
    long switchedOutNanos = 0;
    long collectedNanos = 0;
    for (int i = WindowCounts.OVERFLOW; i < count; i++) {
      if (counts.method(i) == Interruptions.SWITCHED_OUT) {
        switchedOutNanos += self(i);
      } else if (counts.method(i) == Interruptions.COLLECTED) {
        collectedNanos += self(i);
      }
      callsWithoutContext += counts.hasProbes(i) ? counts.withoutContext(i) : 0;
      selfSum += self(i);
      overheadSum += overhead(i);
      if (counts.hasProbes(i)) {
        events += 2 * counts.calls(i) + counts.carried(i) - counts.open(i);
      }
    }
    interruptions = new dev.tare.profile.Interruptions(switchedOutNanos, collectedNanos);
  }

  private boolean isInterruption(int index) {
    int method = counts.method(index);
    return method == Interruptions.SWITCHED_OUT || method == Interruptions.COLLECTED;
  }

  /** For how long the thread was kept from running. */
  dev.tare.profile.Interruptions interruptions() {
    return interruptions;
  }

  /** Whether anything was called, or in progress, or kept the thread from running. */
  boolean hasCalls() {
    return firstChild(0) != NONE || interruptions.nanos() != 0;
  }

  /** Calls that were counted for their method, and without their context. */
  long callsWithoutContext() {
    return callsWithoutContext;
  }

  /** Entries and exits that the tree stands for. */
  long events() {
    return events;
  }

  /** Sum over all nodes. */
  long selfSum() {
    return selfSum;
  }

  /** Sum over all nodes. */
  long overheadSum() {
    return overheadSum;
  }

  /** The nodes of calls, their methods renumbered. */
  TreeNodes nodes(IntUnaryOperator methodIndex) {
    return new RecordedNodes(this, counts, unprobed, methodIndex);
  }

  /** The samples that probes recorded. */
  CallTree samples(IntUnaryOperator methodIndex) {
    BitSet wanted = new BitSet(count);
    for (int i = count - 1; i >= WindowCounts.OVERFLOW; i--) {
      if (wanted.get(i) || counts.samples(i) != 0) {
        wanted.set(i);
        wanted.set(counts.parent(i));
      }
    }
    CallTree.Builder tree = new CallTree.Builder();
    tree.samples(0, counts.samples(0));
    RecordedNodes walk = new RecordedNodes(this, counts, unprobed, methodIndex);
    walk.next();
    int[] placeAtDepth = new int[64];
    while (walk.next()) {
      if (wanted.get(walk.index())) {
        int depth = walk.depth();
        if (depth == placeAtDepth.length) {
          placeAtDepth = Arrays.copyOf(placeAtDepth, 2 * depth);
        }
        placeAtDepth[depth] = tree.add(placeAtDepth[depth - 1], walk.method());
        tree.samples(placeAtDepth[depth], counts.samples(walk.index()));
      }
    }
    return tree.build();
  }
}
