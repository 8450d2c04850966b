package dev.tare.agent.snapshot;

import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.NodeSums;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What a recorder counted from one moment to another, node by node, as it was charged: the later
 * counts less the earlier ones. Nodes are numbered in the order of their making.
 */
final class WindowCounts {
  /** Above the part that has one node for each method; shown below the root. */
  static final int OVERFLOW = CallNode.OVERFLOW / CallNode.SIZE;

  private static final int NONE = -1;

  private final ThreadRecorder recorder;
  private final long[] nodes;
  private final TreeCounts until;
  private final @Nullable TreeCounts from;

  /** The node above those of flat calls; {@link #NONE} without them. */
  private final int flat;

  /** In progress, at the window's end; a node has one such call at most. */
  private final BitSet open;

  /** As {@link RecorderTree} has it. */
  WindowCounts(ThreadRecorder recorder, @Nullable TreeCounts from, TreeCounts until) {
    this.recorder = recorder;
    this.from = from;
    this.until = until;
    nodes = recorder.nodes(); // As long as the counts, or longer.
    flat = flatNode();
    open = openCalls();
  }

  private int flatNode() {
    for (int i = OVERFLOW + 1; i < count(); i++) {
      if (method(i) == CallNode.FLAT_METHOD) {
        return i;
      }
    }
    return NONE;
  }

  /** How many nodes there are. */
  int count() {
    return until.count();
  }

  /** A root is entered once, also that of many ended virtual threads' trees added up. */
  long shownCalls(int index) {
    return index == 0 ? 1 : calls(index);
  }

  /** Of ended threads' trees added up: those that began in the window, or ended in it. */
  long threads() {
    return calls(0);
  }

  /** Calls until the window began. */
  long callsBefore(int index) {
    return from == null ? 0 : from.calls(index);
  }

  long calls(int index) {
    return until.calls(index) - (from == null ? 0 : from.calls(index));
  }

  long exceptions(int index) {
    return until.exceptions(index) - (from == null ? 0 : from.exceptions(index));
  }

  long open(int index) {
    return open.get(index) ? 1 : 0;
  }

  /** Before adjustment. */
  long rawSelf(int index) {
    return until.self(index)
        - (from == null ? 0 : from.self(index) - until.notCounted(from, index));
  }

  long rawOverhead(int index) {
    return until.overhead(index) - (from == null ? 0 : from.overhead(index));
  }

  /** May be less than none, where it was not seen at once that a thread had gone on. */
  long samples(int index) {
    return Math.max(0, until.samples(index) - (from == null ? 0 : from.samples(index)));
  }

  boolean isInOverflow(int index) {
    return CallNode.isInOverflow(nodes, index * CallNode.SIZE);
  }

  /** Whether it is of a method's flat calls. */
  boolean isFlat(int index) {
    return flat != NONE && parent(index) == flat;
  }

  /** Calls that have no node in their context. */
  long withoutContext(int index) {
    return isInOverflow(index) ? calls(index) : 0;
  }

  /**
   * Calls that were in progress when the window began. A folded node, and one in the overflow part,
   * may have had more of them than was known: as many at least as have been left since.
   */
  long carried(int index) {
    return from == null ? 0 : Math.max(from.open(index), exceptions(index) - calls(index));
  }

  /** Whether calls that ended may have left out what they counted, for an earlier pause. */
  boolean mayLeaveOutCounted(int index) {
    return recorder.mayLeaveOutCounted(carried(index) == 0);
  }

  int method(int index) {
    return CallNode.method(nodes, index * CallNode.SIZE);
  }

  int parent(int index) {
    return index == OVERFLOW ? 0 : CallNode.parent(nodes, index * CallNode.SIZE) / CallNode.SIZE;
  }

  /** Whether probes made it: not what the node above counted, nor what is implied. */
  boolean hasProbes(int index) {
    return index < count() && !isCountedByCaller(index);
  }

  /** Whether it holds calls that the node above counted. */
  boolean isCountedByCaller(int index) {
    return CallNode.isCountedByCaller(nodes, index * CallNode.SIZE);
  }

  /** Whether it called anything, in whatever node that was counted. */
  boolean hasCalled(int index) {
    return CallNode.hasCalled(nodes, index * CallNode.SIZE);
  }

  /**
   * Whether anything is to be said of a node: in a window, most may have slept; and one that was
   * made when the stack overflowed may have no call.
   */
  boolean hasAny(int index) {
    return calls(index) != 0
        || open.get(index)
        || carried(index) != 0
        || rawSelf(index) != 0
        || rawOverhead(index) != 0
        || samples(index) != 0;
  }

  /**
   * The calls in progress. The thread went on while it was read: a call that seems to be in
   * progress, and has been counted as left by an exception as well, is not; nor are those below.
   */
  private BitSet openCalls() {
    BitSet openCalls = new BitSet(count());
    for (int i = OVERFLOW; i < count(); i++) {
      int parent = parent(i);
      if (until.open(i) > 0
          && calls(i) + carried(i) - exceptions(i) > 0
          && (parent == 0 || parent == OVERFLOW || openCalls.get(parent))) {
        openCalls.set(i);
      }
    }
    return openCalls;
  }

  /** What was deferred and waited by the window's end; null for none. */
  @Nullable NodeSums sumsUntil() {
    return until.sumsOrNull();
  }

  /** What was deferred and waited when the window began; null for none. */
  @Nullable NodeSums sumsFrom() {
    return from == null ? null : from.sumsOrNull();
  }

  /** For how many nanoseconds the node's thread waited; no more than its value. */
  long waiting(int index) {
    long waited = waiting(sumsUntil(), index) - waiting(sumsFrom(), index);
    return Math.max(0, Math.min(waited, rawSelf(index)));
  }

  private static long waiting(@Nullable NodeSums sums, int index) {
    return sums == null ? 0 : sums.get(index * CallNode.SIZE, NodeSums.WAITING);
  }
}
