package dev.tare.runtime.calibration;

import dev.tare.runtime.tree.CallNode;
import jdk.internal.vm.annotation.DontInline;

/** Calls that are counted in a tree and take no reading: the running interval goes on. */
public abstract class CountedCalls extends IntervalAccounting {
  /**
   * A tree without calls.
   *
   * @param onCarriers as in {@link IntervalAccounting}
   * @param ofThread as in {@link IntervalAccounting}
   */
  protected CountedCalls(boolean onCarriers, boolean ofThread) {
    super(onCarriers, ofThread);
  }

  /** Opens a catching call's own node again, where calls below were left without an exit. */
  public final void reopenCatching(int entered, int methodId) {
    openKind = Kind.OTHER; // that of the catching activation is known again at its exit
    categoryPrefix = Category.START_PREFIX;
    int parent = isCounted(entered) ? ~entered : entered & ~Kind.MASK;
    // Else the caller may be open as what the call itself called.
    if (open == parent && (!mayCallItself(parent) || mayHaveBeenInPause(parent))) {
      return; // The call began in a pause, and has no node of its own.
    }
    reopen(nodeOf(parent, methodId));
  }

  /** Whether a call of this node, in progress now, may have been so in a pause of recording. */
  protected abstract boolean mayHaveBeenInPause(int node);

  /** Whether an entry returned this that took no reading. */
  public static boolean isCounted(int entered) {
    return entered < 0;
  }

  /**
   * Begins a call that is counted without a reading; the present interval goes on.
   *
   * @return what the call's exit needs: the complement of the node that was open before, which is
   *     negative: so the exit does what the entry did, whatever the method's tier is by then
   */
  public final int enterCounted(int methodId) {
    int parent = open;
    open = count(methodId);
    return ~parent;
  }

  /** The node of a call that is counted without a reading, and, by itself, opens nothing. */
  public final int count(int methodId) {
    int begun = categoryPrefix;
    int node = call(methodId);
    categoryPrefix = begun; // A search for it tells nothing of the next timed call.
    return node;
  }

  /**
   * Adds calls that the open call made by its own instructions, and counted itself; opens nothing.
   *
   * @param methodId the called method's, with {@link CallNode#COUNTED_BY_CALLER}
   * @param calls 1 or more
   * @return their node
   */
  public final int addCalls(int methodId, long calls) {
    int node = count(methodId);
    CallNode.addCalls(nodes, node, calls - 1);
    return node;
  }

  /**
   * Ends a counted call that returns. Usually the open node is the call's own, and another one is
   * charged; then only the caller's node is opened again. Otherwise the interval may have to end
   * first: calls were left without an exit probe, the method has become timed, or the nodes do not
   * show the path.
   */
  public final void exitCounted(int entered) {
    int parent = ~entered;
    int left = open;
    if (left == charged() || CallNode.parent(nodes, left) != parent) {
      endIntervalAbove(parent);
    }
    open = parent;
  }

  /**
   * Ends a counted call that an exception leaves. Usually only the caller's node is opened again,
   * as by {@link #exitCounted}: a stack of thousands of counted calls must not be walked to its
   * timed caller once for each of them.
   */
  public final void exitCountedExceptionally(int entered) {
    int parent = ~entered;
    int left = open;
    if (left != charged() && left != parent && CallNode.parent(nodes, left) == parent) {
      leave(left, parent);
    } else {
      endIntervalAbove(parent);
      unwindTo(parent);
    }
  }

  /** Ends the present interval if another node is charged where this one is open. */
  @DontInline
  private void endIntervalAbove(int node) {
    if (timedAbove(node) != charged()) {
      endInterval();
      openKind = Kind.OTHER;
      chargeAbove(node);
    }
  }
}
