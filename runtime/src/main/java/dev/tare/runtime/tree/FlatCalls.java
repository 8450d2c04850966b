package dev.tare.runtime.tree;

import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.memory.TreeMemory;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Flat calls: those that are counted for their method and not for their context. Each method has
 * one node for all of them, below one that stands for no method ({@link CallNode#FLAT_METHOD}), and
 * is found by its number: a thousand such nodes stay in a processor's caches, where those of all
 * contexts do not.
 */
public abstract class FlatCalls extends CallTree {
  /** Two methods share a place, once there are so many places for each method. */
  private static final int MAX_PLACES = 16;

  /**
   * By a method's number, less its upper bits, the node of such a method, or the root. A power of
   * two of them.
   */
  private int[] places = new int[1];

  private int methods;

  /** Counts a call of a flat method; opens nothing. */
  @ForceInline
  public final void countFlat(int methodId) {
    long[] all = nodes;
    int[] known = places;
    int node = known[place(methodId, known.length)];
    if (CallNode.method(all, node) == methodId) {
      CallNode.addCall(all, node);
    } else {
      countElsewhere(methodId);
    }
  }

  /** The lowest bit is the probe's, and the same for all calls of a method. */
  @ForceInline
  private static int place(int methodId, int length) {
    return methodId >> 1 & length - 1;
  }

  @DontInline
  private void countElsewhere(int methodId) {
    int above = childOf(CallNode.ROOT, CallNode.FLAT_METHOD);
    int node = above == 0 ? 0 : childOf(above, methodId);
    if (node == 0) {
      countNew(methodId);
      return;
    }
    try {
      remember(methodId, node);
    } catch (OutOfMemoryError e) {
      refuseGrowth();
    }
    CallNode.addCall(nodes, node);
  }

  /** A call without a node here; what a new one takes is no method's own, as of other calls. */
  private void countNew(int methodId) {
    long from = Reading.now();
    int before = end;
    int node = CallNode.OVERFLOW;
    try {
      int above = nodeFor(CallNode.ROOT, CallNode.FLAT_METHOD);
      int known = end;
      node = nodeFor(above, methodId);
      if (node != CallNode.OVERFLOW) {
        methods += end == known ? 0 : 1;
        remember(methodId, node);
      }
    } catch (OutOfMemoryError e) {
      refuseGrowth();
    }
    CallNode.addCall(nodes, node);
    if (end != before) {
      exclude(from);
    }
  }

  /** Two methods of one place would search for their nodes at each call. */
  private void remember(int methodId, int node) {
    int[] known = places;
    int length = known.length;
    int taken = known[place(methodId, length)];
    while (taken != CallNode.ROOT
        && place(CallNode.method(nodes, taken), length) == place(methodId, length)
        && length < MAX_PLACES * methods
        && !overflowIsFull) { // Each try that finds the heap full costs some collections.
      length *= 2;
    }
    if (length > known.length) {
      int[] longer = new int[length];
      TreeMemory.takeAnyway((length - known.length) * (long) Integer.BYTES);
      for (int other : known) {
        if (other != CallNode.ROOT) {
          longer[place(CallNode.method(nodes, other), length)] = other;
        }
      }
      places = longer;
    }
    places[place(methodId, length)] = node;
  }

  /** Bytes of the heap that this has taken beside its nodes. */
  protected final long flatMemory() {
    return (places.length - 1L) * Integer.BYTES;
  }
}
