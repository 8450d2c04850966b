package dev.tare.runtime.tree;

import dev.tare.runtime.config.Settings;
import dev.tare.runtime.internal.UnsafeAccess;
import dev.tare.runtime.memory.TreeMemory;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one tree: their array, the rings of children, and the overflow part.
 *
 * <p>Guarantees, on which probes and snapshots rest:
 *
 * <ol>
 *   <li>The tree's own thread alone writes. All writes are plain.
 *   <li>A node, once made, stays at its place, and its method and parent never change; {@link #end}
 *       is raised after the node is whole, and {@link #nodes} is only ever replaced by longer
 *       copies. So whoever reads {@link #end} before {@link #nodes} finds whole nodes, parents
 *       before children.
 * </ol>
 */
public abstract class NodeArray {
  /** Whether a method met again on its own path opens the node that it has there. */
  static final boolean FOLDS = Settings.foldsRecursion();

  /**
   * How many siblings are looked at, one after the other, before the {@link ChildIndex} is asked.
   */
  private static final int RING_WALK = 8;

  /** The nodes that no call made come first: the root, and the one above the overflow part. */
  public static final int OWN_NODES = 2;

  /** A limit that allows no nodes. */
  private static final int NO_NODES = 0;

  private static final int OWN_NODES_END = OWN_NODES * CallNode.SIZE;
  private static final int FIRST_LENGTH = 4 * CallNode.SIZE;

  /**
   * Up to this length the array doubles; longer ones grow by an eighth, so that a node takes 72
   * bytes at most.
   */
  private static final int DOUBLING_LENGTH = 256 * CallNode.SIZE;

  /**
   * The nodes, {@link CallNode#SIZE} places each: root, overflow, then in the order of their
   * making.
   */
  public long[] nodes = new long[FIRST_LENGTH];

  /** Where the nodes end. */
  public int end = OWN_NODES_END;

  /** Where the nodes that have a context end at most. */
  long maxEnd = (Settings.maxNodes() + 1L) * CallNode.SIZE;

  /** Whether there was no memory for a method's node in the overflow part. */
  boolean overflowIsFull;

  private @Nullable ChildIndex wideNodes;

  NodeArray() {
    CallNode.init(nodes, CallNode.ROOT, CallNode.ROOT_METHOD, CallNode.ROOT);
    CallNode.init(nodes, CallNode.OVERFLOW, CallNode.OVERFLOW_METHOD, CallNode.OVERFLOW);
  }

  /** Whether a method met again on its own path opens the node that it has there. */
  public static boolean foldsRecursion() {
    return FOLDS;
  }

  final int existingChild(int parent, int first, int methodId) {
    int sibling = first;
    for (int i = 0; i < RING_WALK; i++) {
      if (CallNode.method(nodes, sibling) == methodId) {
        return sibling;
      }
      sibling = CallNode.nextSibling(nodes, sibling);
      if (sibling == first) {
        return 0;
      }
    }
    return wideNodes == null ? 0 : wideNodes.get(nodes, methodId, parent);
  }

  /** The node of the method on the way from the root to a node, or 0. */
  final int onPath(int from, int methodId) {
    int node = from;
    while (node != CallNode.ROOT && CallNode.method(nodes, node) != methodId) {
      node = CallNode.parent(nodes, node);
    }
    return node;
  }

  /**
   * A new child, or, past the limit of nodes, the method's node in the overflow part. Once one call
   * has gone there, no node with a context is made: each that is there has all of its calls. Flat
   * calls have no context, and their nodes are made as those of the overflow part are.
   */
  final int newNode(int parent, int first, int methodId) {
    if (parent == CallNode.OVERFLOW) {
      return newOverflowNode(first, methodId);
    }
    boolean isFlat =
        methodId == CallNode.FLAT_METHOD || CallNode.method(nodes, parent) == CallNode.FLAT_METHOD;
    int child =
        end < maxEnd || (isFlat && !overflowIsFull)
            ? newChild(parent, first, methodId, isFlat)
            : CallNode.OVERFLOW;
    if (child == CallNode.OVERFLOW) {
      maxEnd = Math.min(maxEnd, end);
      child = overflowNode(methodId);
    }
    return child;
  }

  /** The method's node in the overflow part, made where there is none. */
  private int overflowNode(int methodId) {
    int first = CallNode.anyChild(nodes, CallNode.OVERFLOW);
    int child = first < 0 ? 0 : existingChild(CallNode.OVERFLOW, first, methodId);
    return child == 0 ? newOverflowNode(first, methodId) : child;
  }

  /** Without memory even for a method's one node, calls are counted in that of the whole part. */
  private int newOverflowNode(int first, int methodId) {
    return overflowIsFull ? ofNoMethod() : newChild(CallNode.OVERFLOW, first, methodId, true);
  }

  /**
   * The node of calls that have none. Of threads without a recorder it is the root: an entry then
   * returns the root, and that is right for its exit, too, where the thread has a recorder by then.
   */
  private int ofNoMethod() {
    return refusesNodes() ? CallNode.ROOT : CallNode.OVERFLOW;
  }

  /** {@link CallNode#OVERFLOW} where trees may take no more memory. */
  int newChild(int parent, int first, int methodId, boolean inOverflow) {
    int child = end;
    if (child == nodes.length && !grow(inOverflow)) {
      return CallNode.OVERFLOW;
    }
    CallNode.init(nodes, child, methodId, parent);
    if (first >= 0) {
      indexIfWide(first, child);
    }
    long[] all = nodes;
    long key = CallNode.key(methodId, child);
    int place = CallNode.childPlace(parent, methodId);
    boolean isFree = !CallNode.isOwn(all, parent, all[place]);
    UnsafeAccess.UNSAFE.storeFence(); // guarantee 2
    end = child + CallNode.SIZE; // no place that a link leads to is ever given out again
    // No calls from here on: out of stack, one would leave the node in no ring.
    if (first >= 0) {
      long link = all[first + CallNode.NEXT_SIBLING];
      all[child + CallNode.NEXT_SIBLING] = link & CallNode.SIBLING_MASK; // its samples are its own
      all[first + CallNode.NEXT_SIBLING] = (link & ~CallNode.SIBLING_MASK) | child;
    }
    if (isFree) {
      all[place] = key;
    }
    return child;
  }

  private boolean grow(boolean inOverflow) {
    int length = nodes.length;
    long wanted = length + (long) (length <= DOUBLING_LENGTH ? length : length >> 3);
    wanted -= wanted % CallNode.SIZE;
    if (wanted > Integer.MAX_VALUE - 2L * CallNode.SIZE) {
      return false;
    }
    long bytes = (wanted - length) * Long.BYTES;
    if (!TreeMemory.take(bytes, inOverflow)) {
      return false;
    }
    if (!TreeMemory.isRoomFor(wanted * Long.BYTES)) {
      TreeMemory.giveBack(bytes);
      return false;
    }
    try {
      long[] longer = new long[(int) wanted];
      System.arraycopy(nodes, 0, longer, 0, length);
      UnsafeAccess.UNSAFE.storeFence(); // guarantee 2
      nodes = longer;
    } catch (OutOfMemoryError | StackOverflowError e) {
      TreeMemory.giveBack(bytes);
      throw e;
    }
    return true;
  }

  /** Lets this tree have no nodes: it serves threads that find no memory for one of their own. */
  protected final void refuseNodes() {
    maxEnd = NO_NODES;
    overflowIsFull = true;
  }

  /** Whether it {@linkplain #refuseNodes has no nodes}: then several threads write it at once. */
  protected final boolean refusesNodes() {
    return maxEnd == NO_NODES;
  }

  /** Lets this tree have all nodes that it needs, however few a tree may have. */
  protected final void liftLimit() {
    maxEnd = Long.MAX_VALUE;
  }

  /** From here on no tree gets new nodes: the heap has no room. */
  final void refuseGrowth() {
    TreeMemory.heapIsFull();
    maxEnd = Math.min(maxEnd, end);
    overflowIsFull = true;
  }

  /**
   * The node below the root that stands for time of no method, made where there is none. No limit
   * of calls holds for it: it may take memory as nodes of the overflow part do.
   *
   * @return 0 where there is no memory for it
   */
  protected final int childOfRoot(int methodId) {
    int child = childOf(CallNode.ROOT, methodId);
    if (child == 0 && !refusesNodes()) {
      try {
        child = newChild(CallNode.ROOT, CallNode.anyChild(nodes, CallNode.ROOT), methodId, true);
      } catch (OutOfMemoryError e) {
        TreeMemory.heapIsFull();
      }
    }
    return child == CallNode.OVERFLOW ? 0 : child;
  }

  private void indexIfWide(int first, int child) {
    int siblings = 1;
    int sibling = CallNode.nextSibling(nodes, first);
    while (sibling != first && siblings <= RING_WALK) {
      siblings++;
      sibling = CallNode.nextSibling(nodes, sibling);
    }
    if (siblings < RING_WALK) {
      return;
    }
    ChildIndex index = wideNodes;
    if (index == null) {
      index = new ChildIndex();
      wideNodes = index;
    }
    if (siblings == RING_WALK) {
      do {
        index.add(nodes, sibling);
        sibling = CallNode.nextSibling(nodes, sibling);
      } while (sibling != first);
    }
    index.add(nodes, child);
  }

  /**
   * The node that a call of the method from the parent has been given; {@link CallNode#OVERFLOW}
   * where it has none of its own.
   */
  public final int nodeOf(int parent, int methodId) {
    int child = 0;
    if (!CallNode.isInOverflow(nodes, parent)) {
      child = childOf(parent, methodId);
      if (child == 0 && FOLDS) {
        child = onPath(parent, methodId);
      }
    }
    if (child == 0) {
      child = childOf(CallNode.OVERFLOW, methodId);
    }
    return child == 0 ? ofNoMethod() : child;
  }

  /** A node's own child, or 0. */
  final int childOf(int parent, int methodId) {
    int first = CallNode.anyChild(nodes, parent);
    return first < 0 ? 0 : existingChild(parent, first, methodId);
  }

  /** As {@link #nodeOf}, of another tree's call, and made where there is none. */
  public final int nodeFor(int parent, int methodId) {
    if (CallNode.isInOverflow(nodes, parent)) {
      return overflowNode(methodId);
    }
    int child = childOf(parent, methodId);
    return child == 0 ? newNode(parent, CallNode.anyChild(nodes, parent), methodId) : child;
  }

  /** Whether the thread ever entered a woven method. */
  public final boolean hasEvents() {
    return end > OWN_NODES_END;
  }

  /** Where the nodes end at this moment; to be read before {@link #nodes()}. */
  public final int end() {
    int now = end;
    UnsafeAccess.UNSAFE.loadFence(); // guarantee 2
    return now;
  }

  /**
   * The nodes, to be read with {@link CallNode} and up to {@link #end()} alone; still being
   * written.
   */
  public final long[] nodes() {
    return nodes;
  }
}
