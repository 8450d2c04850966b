package dev.tare.runtime.tree;

import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.config.Settings;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * A thread's call tree and its open node: what entries and exits do to the tree.
 *
 * <p>Probes and snapshots also rest on this:
 *
 * <ol>
 *   <li>An exit opens the node that was open when its own frame's entry came. So it closes also
 *       what was left open by frames that a {@code StackOverflowError} cut down in the middle of a
 *       probe.
 *   <li>A probe changes the open node last, after everything in it that could throw.
 * </ol>
 */
public abstract class CallTree extends NodeArray {
  /** Whether calls can be counted without a reading; see {@link Tiers}. */
  private static final boolean TIERS = Settings.tiers();

  /** The node on top of this thread's stack of woven methods. */
  public int open = CallNode.ROOT;

  /**
   * Where methods have tiers: the node that the present interval is charged to, which is the open
   * one, or, where that is counted, that of the nearest timed caller.
   */
  private int charged = CallNode.ROOT;

  /**
   * A counted node from which a timed call began, and the node that was charged then: at the call's
   * exit a stack of thousands of counted calls must not be walked.
   */
  private int countedCaller = CallNode.ROOT;

  private int chargedAtCaller = CallNode.ROOT;

  /** {@link Tiers#changes} when a charged node was last searched for. */
  private int tierChanges;

  private final RecentChildren recentChildren = new RecentChildren();

  /** The node from which calls left the tree, while one of the overflow part is open. */
  private int leftAt = CallNode.ROOT;

  /** Whether a folded call has ever opened a node below the root again. */
  private boolean wasOutermostFolded;

  /** The node of a call of the method from the open node, the call counted. */
  @ForceInline
  public final int call(int methodId) {
    int node = callee(methodId);
    CallNode.addCall(nodes, node);
    return node;
  }

  /** The node of a call of the method from the open node, made where there is none. */
  @ForceInline
  public final int callee(int methodId) {
    int parent = open;
    long key = CallNode.child(nodes, parent, methodId);
    return CallNode.keyMethod(key) == methodId ? CallNode.keyNode(key) : lookup(parent, methodId);
  }

  /** The node of a call whose method is none of the parent's two hottest children. */
  protected abstract int lookup(int parent, int methodId);

  /**
   * Books what passed since a reading as the profiler's own: overhead of the open node, self of
   * none.
   */
  public abstract void exclude(long from);

  /** What {@link #lookup} finds, or makes where there is none. */
  protected final int findChild(int parent, int methodId) {
    int child = recentChildren.get(nodes, methodId, parent);
    if (child == 0) {
      child = findOrAddChild(parent, methodId);
    }
    if (CallNode.isInOverflow(nodes, child)) {
      if (!CallNode.isInOverflow(nodes, parent)) {
        leftAt = parent;
        CallNode.markCaller(nodes, parent, methodId);
      } else if (child != CallNode.OVERFLOW) {
        CallNode.preferLink(nodes, parent, methodId, child);
      }
    }
    return child;
  }

  /** The node of a call that is not remembered, made where there is none. */
  private int findOrAddChild(int parent, int methodId) {
    int in = CallNode.isInOverflow(nodes, parent) ? CallNode.OVERFLOW : parent;
    int first = CallNode.anyChild(nodes, in);
    int child = first < 0 ? 0 : existingChild(in, first, methodId);
    if (child == 0) {
      child = addChild(in, first, methodId);
      if (child == CallNode.OVERFLOW || CallNode.parent(nodes, child) == parent) {
        return child; // There is none to remember, or it is remembered already.
      }
    } else {
      int hot = CallNode.keyNode(CallNode.child(nodes, in, methodId));
      if (CallNode.calls(nodes, child) > CallNode.calls(nodes, hot)) {
        CallNode.setChild(nodes, in, methodId, child);
      }
    }
    boolean isLink = CallNode.key(nodes, child) != CallNode.key(methodId, parent);
    if (recentChildren.wantsTable(isLink)) {
      long from = Reading.now();
      recentChildren.makeTables(isLink);
      exclude(from);
    }
    recentChildren.put(nodes, methodId, parent, child);
    return child;
  }

  /**
   * The slow path of a call that was never made from here before; its cost is charged to no method.
   */
  private int addChild(int parent, int first, int methodId) {
    long from = Reading.now();
    int child = FOLDS && parent != CallNode.OVERFLOW ? onPath(parent, methodId) : 0;
    if (child != 0) {
      wasOutermostFolded |= CallNode.parent(nodes, child) == CallNode.ROOT;
      CallNode.preferLink(nodes, parent, methodId, child);
    } else {
      try {
        child = newNode(parent, first, methodId);
      } catch (OutOfMemoryError e) {
        refuseGrowth();
        child = CallNode.OVERFLOW;
      }
    }
    exclude(from);
    return child;
  }

  /**
   * Leaves the open call by an exception, and what is open between it and the given node, and opens
   * that node. Where nodes do not tell the path, of folded calls and in the overflow part, calls
   * between that were left without a probe are not known.
   */
  @DontInline
  public final void unwindTo(int node) {
    int left = open;
    if (left == CallNode.ROOT || (left == node && !mayCallItself(node))) {
      chargeAbove(node);
      open = node;
      return;
    }
    int above = callerOf(left, node);
    boolean isPath = isAbove(node, above);
    leave(left, above);
    while (isPath && open != node) {
      leave(open, CallNode.parent(nodes, open));
    }
    chargeAbove(node);
    open = node;
  }

  /** Counts the exception and leaves the node together: out of stack, neither has happened. */
  protected final void leave(int left, int above) {
    CallNode.addException(nodes, left);
    open = above;
  }

  /** The node that a call's exception comes to first, on its way to the given node. */
  private int callerOf(int left, int node) {
    if (!CallNode.isInOverflow(nodes, left)) {
      return CallNode.parent(nodes, left);
    }
    return CallNode.isInOverflow(nodes, node) ? node : leftAt;
  }

  /** Opens a call's own node again, where calls below were left without a probe. */
  public final void reopen(int node) {
    if (open != node) {
      unwindTo(node);
    }
  }

  /** Whether a node's call may open the same node again. */
  protected final boolean mayCallItself(int node) {
    return FOLDS || CallNode.isInOverflow(nodes, node);
  }

  /** Whether a node is another, or on the way from the root to it. */
  private boolean isAbove(int node, int other) {
    int above = other;
    while (above != node && above != CallNode.parent(nodes, above)) {
      above = CallNode.parent(nodes, above);
    }
    return above == node;
  }

  /** The node that the present interval is charged to. */
  @ForceInline
  public final int charged() {
    return TIERS ? charged : open;
  }

  /** Opens the node of a timed call, behind everything that could throw. */
  @ForceInline
  protected final void openTimed(int node) {
    if (TIERS) {
      int caller = open;
      int chargedBefore = charged;
      if (chargedBefore != caller) {
        countedCaller = caller;
        chargedAtCaller = chargedBefore;
      }
      charged = node;
    }
    open = node;
  }

  /** Opens a timed call's caller again. */
  @ForceInline
  protected final void closeTimed(int parent) {
    chargeAbove(parent);
    open = parent;
  }

  /** Charges the present interval to what is timed where this node is open. */
  @ForceInline
  protected final void chargeAbove(int node) {
    if (TIERS) {
      charged = Tiers.isCounted(CallNode.method(nodes, node)) ? chargedAt(node) : node;
    }
  }

  /** What {@link #timedAbove} says of a counted node, without a search where it is known. */
  @DontInline
  private int chargedAt(int node) {
    int changes = Tiers.changes();
    // A node that may be open twice does not tell which of its calls is meant.
    if (node != countedCaller || changes != tierChanges || mayCallItself(node)) {
      countedCaller = node;
      chargedAtCaller = timedAbove(node);
      tierChanges = changes;
    }
    return chargedAtCaller;
  }

  /**
   * The nearest node on the way to the root whose method is timed, which may be the given one. In
   * the overflow part, where callers are not known, it is the given one.
   */
  @DontInline
  protected final int timedAbove(int node) {
    int timed = node;
    while (Tiers.isCounted(CallNode.method(nodes, timed)) && !CallNode.isInOverflow(nodes, timed)) {
      timed = CallNode.parent(nodes, timed);
    }
    return timed;
  }

  /** Whether the call of this node that is in progress may have been so when these were. */
  protected final boolean mayBeOf(CallsInProgress calls, int node) {
    return calls.mayInclude(nodes, node, wasOutermostFolded);
  }

  /** The node that is open now. */
  public final int open() {
    return open;
  }

  /** The node from which calls left the tree, while one of the overflow part is open. */
  public final int leftAt() {
    return leftAt;
  }
}
