package dev.tare.agent.snapshot;

import dev.tare.runtime.calibration.Calibration;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.memory.Column;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.NodeSums;
import java.util.function.IntPredicate;

/**
 * What nodes' own values are once overhead is subtracted that no probe could subtract: of deferred
 * intervals and of sampled mode's calls. In leaves, what was subtracted too much is added back.
 *
 * <p>To be freed.
 */
final class OverheadAdjustments {
  private final WindowCounts counts;
  private final int count;

  /** What is still to be subtracted from the nodes' self, in parts of the unit. */
  private final Column adjustments;

  /** No adjustment yet. */
  OverheadAdjustments(WindowCounts counts) {
    this.counts = counts;
    count = counts.count();
    adjustments = new Column(count);
  }

  /** Gives the memory back. */
  void free() {
    adjustments.free();
  }

  /** What is subtracted from self, and is overhead. */
  private long adjustment(int index) {
    return adjustments.get(index) >> KnownOverheads.FRACTION_BITS;
  }

  /** The metric in the method itself, in the metric's unit. */
  long self(int index) {
    return counts.rawSelf(index) - adjustment(index);
  }

  /** What was subtracted, by probes and here, in the metric's unit. */
  long overhead(int index) {
    return counts.rawOverhead(index) + adjustment(index);
  }

  /**
   * A sampled reading is of all that passed since the last, probes too. Half of each of them falls
   * into the called method, half into its caller: in an interval between two events is half of
   * each. An entry looks whether a reading is due before it searches for the call's node, so the
   * next reading falls into the method that is open then.
   *
   * <p>Full mode's calls without readings are in the interval of the nearest caller that takes
   * some. A node of calls with readings and of others, whose method lost its readings meanwhile, is
   * taken to have the first alone.
   */
  void adjustCalls(CallOverhead calls, CodeFacts facts) {
    boolean areIntervals = calls.isBesideReadings();
    Column nearest = areIntervals ? nearestWithReadings() : new Column(0);
    long ofUnknownCallers = 0;
    long flat = 0;
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      if (!counts.hasProbes(i) || (areIntervals && hasReadings(i))) {
        continue;
      }
      if (counts.isFlat(i)) {
        flat += calls.ofFlat(counts.calls(i));
        continue;
      }
      boolean isPair = !facts.hasEntryAlone(counts.method(i));
      boolean isHalfItsOwn = isPair && !areIntervals;
      long parts = isPair ? calls.ofPairs(counts.calls(i)) : calls.ofEntries(counts.calls(i));
      long ofMethod = isHalfItsOwn ? parts / 2 : 0;
      adjustments.add(i, ofMethod);
      if (counts.isInOverflow(i)) {
        ofUnknownCallers += parts - ofMethod;
      } else {
        int parent = counts.parent(i);
        int caller = areIntervals ? (int) nearest.get(parent) : parent;
        adjustments.add(caller, parts - ofMethod);
        long search = calls.ofSearches(counts.callsBefore(i), counts.calls(i));
        adjustments.add(isHalfItsOwn ? i : caller, search);
      }
    }
    nearest.free();
    adjustUnknownCallers(
        ofUnknownCallers, node -> counts.hasCalled(node) && counts.isInOverflow(node));
    adjustUnknownCallers(flat, node -> counts.method(node) >= 0);
  }

  private boolean hasReadings(int index) {
    return counts.rawSelf(index) != 0 || counts.rawOverhead(index) != 0;
  }

  /**
   * By node, itself, or the nearest above it that has readings, or the root. A recursion may be ten
   * thousands of calls deep: to look upwards from each of them would take seconds.
   */
  private Column nearestWithReadings() {
    Column nearest = new Column(count);
    for (int i = 0; i < count; i++) { // A caller's node is made before those of its calls.
      boolean isItself = i < ThreadRecorder.OWN_NODES || hasReadings(i);
      nearest.set(i, isItself ? i : nearest.get(counts.parent(i)));
    }
    return nearest;
  }

  /** Callers are not known. The more they call, the more of what they take is of probes. */
  private void adjustUnknownCallers(long parts, IntPredicate mayBeOne) {
    if (parts == 0) {
      return;
    }
    double raw = 0;
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      raw += mayBeOne.test(i) ? Math.max(0, counts.rawSelf(i)) : 0;
    }
    for (int i = ThreadRecorder.OWN_NODES; i < count && raw > 0; i++) {
      if (mayBeOne.test(i)) {
        adjustments.add(i, (long) (parts * (Math.max(0, counts.rawSelf(i)) / raw)));
      }
    }
  }

  /** Subtracts what intervals that were deferred are known to hold of overhead by now. */
  void adjustDeferred(CategoryTable categories) {
    NodeSums sums = counts.sumsUntil();
    if (sums != null) {
      adjust(categories, sums, 1);
    }
    NodeSums earlier = counts.sumsFrom();
    if (earlier != null) { // Without later ones, too: of ended threads they are in self by now.
      adjust(categories, earlier, -1);
    }
  }

  private void adjust(CategoryTable categories, NodeSums sums, int sign) {
    sums.read(
        (node, what, amount) -> {
          if (what != NodeSums.WAITING && node / CallNode.SIZE < count) {
            adjustments.add(
                node / CallNode.SIZE, sign * amount * categories.adjustmentOfDeferred(what));
          }
        });
  }

  /**
   * Subtracts less from leaves: a processor works at a short method and at the probes around it at
   * the same time, and what was so taken for overhead is the method's own.
   *
   * @param isLeaf whether a node called nothing, as far as is known
   */
  void giveBackOverlap(IntPredicate isLeaf) {
    KnownOverheads known = Calibration.known();
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      if (ended(i) > 0 && isLeaf.test(i)) {
        long own = Math.round(known.hidden(self(i), ended(i)));
        adjustments.add(i, -(own << KnownOverheads.FRACTION_BITS));
      }
    }
  }

  private long ended(int index) {
    return counts.calls(index) + counts.carried(index) - counts.open(index);
  }
}
