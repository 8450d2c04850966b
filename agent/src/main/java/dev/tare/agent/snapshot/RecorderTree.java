package dev.tare.agent.snapshot;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.runtime.clock.Interruptions;
import dev.tare.runtime.memory.Column;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.thread.ThreadRecorder;
import java.util.Arrays;
import java.util.BitSet;
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

  private final WindowCounts counts;
  private final int count;

  /** Nodes of what has no probes; they begin where the recorder's end. */
  private final UnprobedCalls unprobed;

  /** Of each node the first child in the upper half, the next sibling in the lower. */
  private final Column chains;

  private final OverheadAdjustments values;

  /** Probes' numbers of the methods that have nodes here. */
  private final BitSet methods = new BitSet();

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
   * @param calls what the probes of calls without readings cost; null where all have readings
   * @param facts what is known of methods without probes
   */
  RecorderTree(
      ThreadRecorder recorder,
      @Nullable TreeCounts from,
      TreeCounts until,
      @Nullable CallOverhead calls,
      CodeFacts facts) {
    counts = new WindowCounts(recorder, from, until);
    count = counts.count();
    unprobed = new UnprobedCalls(counts, facts);
    chains = new Column(unprobed.count());
    chainChildren();
    values = new OverheadAdjustments(counts);
    if (calls == null || calls.isBesideReadings()) {
      values.adjustDeferred(recorder.categories());
      values.giveBackOverlap(this::isLeaf);
    }
    if (calls != null) {
      values.adjustCalls(calls, facts);
    }
    addUp();
  }

  /**
   * Sum over the nodes of methods, before anything is subtracted that is not yet. What passed
   * outside of them is left out: threads may idle there for long.
   */
  static long selfAsRead(@Nullable TreeCounts from, TreeCounts until) {
    long sum = 0;
    for (int i = ThreadRecorder.OWN_NODES; i < until.count(); i++) {
      sum += until.self(i) - (from == null ? 0 : from.self(i));
    }
    return sum;
  }

  /** Gives the memory back. */
  void free() {
    chains.free();
    values.free();
  }

  /** Whether it has probes and called nothing that has any, as far as is known. */
  private boolean isLeaf(int index) {
    if (!counts.hasProbes(index)) {
      return false;
    }
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

  private void chainChildren() {
    // From the last to the first, so that each chain is in the order of making. A node that has a
    // chain below it when its turn comes is shown for that.
    for (int i = unprobed.count() - 1; i >= WindowCounts.OVERFLOW; i--) {
      if (!unprobed.isImplied(i) && (isInterruption(i) || !unprobed.shows(i))) {
        continue; // It calls nothing, and is told by itself, or by another.
      }
      if (chains.get(i) != NONE
          || unprobed.isImplied(i)
          || counts.hasAny(i)
          || unprobed.hasMore(i)) {
        int parent = unprobed.parent(i);
        chains.set(i, chains.get(i) | firstChild(parent));
        chains.set(parent, (long) i << Integer.SIZE);
        int method = unprobed.probeMethod(i);
        if (method >= 0) {
          methods.set(method);
        }
      }
    }
  }

  /** Over the root and all nodes of calls: of those that are not shown, everything is 0. */
  private void addUp() {
    selfSum = values.self(0);
    overheadSum = values.overhead(0);
    long switchedOutNanos = 0;
    long collectedNanos = 0;
    for (int i = WindowCounts.OVERFLOW; i < count; i++) {
      if (counts.method(i) == Interruptions.SWITCHED_OUT) {
        switchedOutNanos += values.self(i);
      } else if (counts.method(i) == Interruptions.COLLECTED) {
        collectedNanos += values.self(i);
      }
      callsWithoutContext += counts.hasProbes(i) ? counts.withoutContext(i) : 0;
      selfSum += isInterruption(i) ? 0 : values.self(i);
      overheadSum += values.overhead(i);
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
    return hasMethods() || interruptions.nanos() != 0;
  }

  /** Whether any instrumented method was called. */
  boolean hasMethods() {
    return firstChild(0) != NONE;
  }

  /** Calls that were counted for their method, and without their context. */
  long callsWithoutContext() {
    return callsWithoutContext;
  }

  /** Of a sum of ended threads: how many of them were there in the window. */
  long threads() {
    return counts.threads();
  }

  /** Entries and exits that the tree stands for. */
  long events() {
    return events;
  }

  /** Sum over all nodes of calls, and what was outside. */
  long selfSum() {
    return selfSum;
  }

  /** Sum over all nodes. */
  long overheadSum() {
    return overheadSum;
  }

  /** The nodes of calls, their methods renumbered. */
  PreorderNodes nodes(MethodIndexes indexes) {
    indexes.number(methods);
    return new PreorderNodes(this, counts, unprobed, values, indexes);
  }

  /** The samples that probes recorded. */
  CallTree samples(MethodIndexes indexes) {
    BitSet wanted = new BitSet(count);
    for (int i = count - 1; i >= WindowCounts.OVERFLOW; i--) {
      if (wanted.get(i) || counts.samples(i) != 0) {
        wanted.set(i);
        wanted.set(counts.parent(i));
      }
    }
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.samples(0, counts.samples(0));
    PreorderNodes walk = nodes(indexes);
    walk.goOn();
    int[] placeAtDepth = new int[64];
    while (walk.goOn()) {
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
