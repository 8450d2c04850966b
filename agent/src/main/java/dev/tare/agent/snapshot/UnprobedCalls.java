package dev.tare.agent.snapshot;

import dev.tare.agent.weave.DirectCalls;
import dev.tare.profile.CallTree;
import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.NodeArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Calls of methods without probes that a tree tells all the same: counted by their callers, or
 * implied by the calls of those. What a caller counted has a node of its own in the recorder's
 * tree; where the called method has one too, that stands for both. What is implied gets nodes here,
 * numbered from the tree's last on. A method's flat calls are those of them all; its flat node
 * keeps what is told nowhere else.
 *
 * <p>Both are calls by the caller's own instructions. What reaches the method from there by
 * reflection or from native code goes unseen, as long as it has no probes.
 */
final class UnprobedCalls {
  private static final int NONE = -1;

  /** So many nodes above a node may be implied, too. */
  private static final int MAX_DEPTH = 16;

  /** So many nodes are implied at most, for each of the tree's. */
  private static final int MAX_IMPLIED = 4;

  private final WindowCounts counts;
  private final CodeFacts facts;

  /** So many calls of a node at most, of the window's, may have gone on in a pause. */
  private final long inPauses;

  /** By node, what the node above counted of the same method. */
  private final Map<Integer, Integer> countedBeside = new HashMap<>();

  /** Their keys: asked for each node, which must leave no garbage. */
  private final BitSet hasBeside = new BitSet();

  private final BitSet isBeside = new BitSet();
  private final List<Implied> implied = new ArrayList<>();

  /** Methods of which probes counted calls that have no node in their context. */
  private final BitSet withoutContext = new BitSet();

  /** By method, of its flat calls, those that other nodes tell. */
  private final Map<Integer, Long> flatTold = new HashMap<>();

  /** A node that is implied. */
  private record Implied(int parent, int method, int depth, KnownCalls calls) {}

  UnprobedCalls(WindowCounts counts, CodeFacts facts) {
    this.counts = counts;
    this.facts = facts;
    inPauses = (long) facts.pauses() * Math.max(1, counts.threads());
    if (!facts.isEmpty()) {
      pairUp();
      imply();
      tellFlat();
    }
  }

  private void tellFlat() {
    BitSet flat = new BitSet(); // By method. Nodes of others need no look at the map.
    for (int i = WindowCounts.OVERFLOW + 1; i < counts.count(); i++) {
      if (counts.isFlat(i)) {
        flat.set(method(i));
        flatTold.put(method(i), 0L);
      }
    }
    for (int i = WindowCounts.OVERFLOW + 1; i < count() && !flat.isEmpty(); i++) {
      int method = method(i);
      if (method >= 0 && flat.get(method) && shows(i) && (isImplied(i) || !counts.isFlat(i))) {
        long told = of(i).low() - (isUnprobed(i) ? 0 : counts.calls(i));
        flatTold.merge(method, told, Long::sum);
      }
    }
  }

  private void pairUp() {
    Map<Long, Integer> countedByCallers = new HashMap<>();
    BitSet countingCallers = new BitSet(); // Nodes below others need no look at the map.
    for (int i = WindowCounts.OVERFLOW + 1; i < counts.count(); i++) {
      if (counts.isCountedByCaller(i)) {
        if (facts.wasMerged(method(i)) && !counts.isInOverflow(i)) {
          countedByCallers.put(place(counts.parent(i), method(i)), i);
          countingCallers.set(counts.parent(i));
        } else {
          isBeside.set(i); // It has its probes, against what was expected; or there is no context.
        }
      }
    }
    for (int i = WindowCounts.OVERFLOW + 1; i < counts.count(); i++) {
      if (!countingCallers.get(counts.parent(i))) {
        continue;
      }
      Integer counted = countedByCallers.get(place(counts.parent(i), method(i)));
      if (counted != null && counted != i) {
        countedBeside.put(i, counted);
        hasBeside.set(i);
        isBeside.set(counted);
      }
    }
  }

  private static long place(int parent, int method) {
    return (long) parent << Integer.SIZE | (method & 0xFFFF_FFFFL);
  }

  /** The method's number; below 0 of what is no call. */
  private int method(int index) {
    return isImplied(index)
        ? implied(index).method
        : (counts.method(index) & ~CallNode.COUNTED_BY_CALLER) >> 1;
  }

  private Implied implied(int index) {
    return implied.get(index - counts.count());
  }

  private void imply() {
    Set<Long> known = new HashSet<>();
    int count = counts.count();
    for (int i = WindowCounts.OVERFLOW + 1; i < count; i++) {
      if (facts.implied(caller(i)).containsKey(method(i))) {
        known.add(place(counts.parent(i), method(i)));
      }
      if (counts.hasProbes(i) && counts.withoutContext(i) != 0) {
        withoutContext.set(method(i));
      }
    }
    for (int i = WindowCounts.OVERFLOW + 1; i < count; i++) {
      if (shows(i) && !counts.isInOverflow(i) && !counts.isFlat(i)) {
        implyBelow(i, 1, known);
      }
    }
    for (int i = 0; i < implied.size(); i++) {
      if (implied.get(i).depth < MAX_DEPTH) {
        implyBelow(count + i, implied.get(i).depth + 1, known);
      }
    }
  }

  private void implyBelow(int index, int depth, Set<Long> known) {
    facts
        .implied(method(index))
        .forEach(
            (callee, calls) -> {
              // With a caller without probes, a callee's probes count it below another node.
              boolean isNew =
                  !known.contains(place(index, callee))
                      && (isUnprobed(index)
                          ? facts.neverHadProbes(callee)
                          : facts.wasMerged(callee) && !isCountedElsewhere(index, callee));
              if (isNew && implied.size() / MAX_IMPLIED <= counts.count()) {
                KnownCalls below = below(index, calls);
                if (below.high() != 0) {
                  implied.add(new Implied(index, callee, depth, below));
                }
              }
            });
  }

  /** Whether probes may have counted calls that the node made in another node than one below it. */
  private boolean isCountedElsewhere(int index, int callee) {
    if (withoutContext.get(callee)) {
      return true;
    }
    int at = NodeArray.foldsRecursion() ? index : 0;
    while (at != 0 && (isUnprobed(at) || method(at) != callee)) {
      at = parent(at);
    }
    return at != 0;
  }

  /** The number of the method that a node was called from; below 0 where there is none. */
  private int caller(int index) {
    int parent = parent(index);
    return parent == 0 ? NONE : method(parent);
  }

  /** What a node's calls imply of those that each of them makes, if it returns. */
  private KnownCalls below(int index, DirectCalls.Implied calls) {
    KnownCalls below = ofImplying(index, calls);
    return calls.areAll() ? below : below.atLeast();
  }

  private KnownCalls ofImplying(int index, DirectCalls.Implied calls) {
    if (isUnprobed(index)) {
      return of(index).times(calls.times(), allReturned(index));
    }
    long open = counts.open(index);
    long returned = counts.calls(index) - counts.exceptions(index) - open - inPauses;
    boolean mayHaveMoreOpen = open + inPauses != 0 && NodeArray.foldsRecursion();
    return KnownCalls.between(
        mayHaveMoreOpen ? 0 : returned * calls.times(),
        facts.wasMerged(method(index))
            ? CallTree.UNBOUNDED
            : (counts.calls(index) + counts.carried(index)) * calls.times());
  }

  /** Whether no probe ever saw these calls. */
  private boolean isUnprobed(int index) {
    return isImplied(index) || counts.isCountedByCaller(index);
  }

  /** Whether calls that no probe saw have returned: if not, they left a caller that has probes. */
  private boolean allReturned(int index) {
    int at = index;
    while (isUnprobed(at)) {
      if (!facts.isUncaught(caller(at), method(at))) {
        return false;
      }
      at = parent(at);
    }
    return counts.exceptions(at) == 0 && counts.open(at) == 0 && counts.carried(at) == 0;
  }

  /** How many nodes there are, with those that are implied. */
  int count() {
    return counts.count() + implied.size();
  }

  /** Whether a node is in no recorder's tree. */
  boolean isImplied(int index) {
    return index >= counts.count();
  }

  /** The node above. */
  int parent(int index) {
    return isImplied(index) ? implied(index).parent : counts.parent(index);
  }

  /** The method as probes number it. */
  int probeMethod(int index) {
    return isImplied(index)
        ? implied(index).method << 1
        : counts.isCountedByCaller(index)
            ? counts.method(index) & ~CallNode.COUNTED_BY_CALLER
            : counts.method(index);
  }

  /** Whether a node may be shown: not where other ones of its method stand for it. */
  boolean shows(int index) {
    return !isBeside.get(index) && !isToldElsewhere(index);
  }

  private boolean isToldElsewhere(int index) {
    return !flatTold.isEmpty()
        && !isImplied(index)
        && counts.isFlat(index)
        && flatTold.getOrDefault(method(index), 0L) >= counts.calls(index);
  }

  /**
   * Whether there is anything to be said of a recorder's node that its own counts do not have. It
   * may be older than the window, in which its method has other probes.
   */
  boolean hasMore(int index) {
    Integer beside = beside(index);
    return (beside != null && counts.calls(beside) != 0)
        || (facts.wasMerged(method(index)) && of(index).low() != 0);
  }

  /** The node with what the node above counted of the same method; null where there is none. */
  private @Nullable Integer beside(int index) {
    return hasBeside.get(index) ? countedBeside.get(index) : null;
  }

  /** How often a node was called. */
  KnownCalls of(int index) {
    if (isImplied(index)) {
      return implied(index).calls;
    }
    if (index <= WindowCounts.OVERFLOW || facts.isEmpty()) {
      return KnownCalls.exactly(counts.shownCalls(index));
    }
    if (counts.isFlat(index)) {
      long told = flatTold.getOrDefault(method(index), 0L);
      return KnownCalls.exactly(Math.max(0, counts.calls(index) - told));
    }
    boolean isCounted = counts.isCountedByCaller(index);
    Integer counted = isCounted ? Integer.valueOf(index) : beside(index);
    long probed = isCounted ? 0 : counts.calls(index);
    if (counted == null && !facts.wasMerged(method(index))) {
      return KnownCalls.exactly(probed);
    }
    if (facts.mayBeInherited(method(index))) {
      return KnownCalls.between(probed, CallTree.UNBOUNDED);
    }
    DirectCalls.Implied once = facts.implied(caller(index)).get(method(index));
    if (once != null && !counts.isInOverflow(index)) {
      KnownCalls below = below(counts.parent(index), once);
      return probed <= below.high()
          ? KnownCalls.between(Math.max(probed, below.low()), below.high())
          : KnownCalls.between(probed, CallTree.UNBOUNDED);
    }
    return counted == null
        ? KnownCalls.between(probed, CallTree.UNBOUNDED)
        : counted(index, probed, counted);
  }

  /** Of calls that probes counted, as long as there were any, and the caller, since it does. */
  private KnownCalls counted(int index, long probed, int beside) {
    int parent = counts.parent(index);
    long counted = counts.calls(beside);
    // The caller adds at its end what it has called since its beginning.
    long least = counts.carried(parent) == 0 ? counted - counts.exceptions(beside) : 0;
    boolean isAll =
        counts.open(parent) == 0
            && inPauses == 0
            && !counts.mayLeaveOutCounted(parent)
            && probed <= counted
            && facts.countsAll(caller(index), method(index), counts.exceptions(parent) != 0);
    return KnownCalls.between(Math.max(probed, least), isAll ? counted : CallTree.UNBOUNDED);
  }
}
