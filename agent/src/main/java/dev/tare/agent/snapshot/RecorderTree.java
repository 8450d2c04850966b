package dev.tare.agent.snapshot;

import dev.tare.profile.CallTree;
import dev.tare.runtime.CallNode;
import dev.tare.runtime.CategoryTable;
import dev.tare.runtime.DeferredIntervals;
import dev.tare.runtime.KnownOverheads;
import dev.tare.runtime.ThreadRecorder;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A recorder's tree as it is now, as data. The recorder lists its nodes in the order of their
 * making; a {@link CallTree} wants each child's subtree whole before the next child, so children
 * are chained first and then followed, without recursion.
 */
final class RecorderTree {
  /** Indexes of a chain that has ended. */
  private static final int NONE = -1;

  private final ThreadRecorder recorder;
  private final long[] nodes;
  private final int count;
  private final boolean[] open;
  private final int[] firstChild;
  private final int[] nextSibling;

  /** What is to be taken off the nodes' self yet, in parts of the unit; null where nothing is. */
  private final long @Nullable [] deferred;

  RecorderTree(ThreadRecorder recorder) {
    this.recorder = recorder;
    int end = recorder.end();
    nodes = recorder.nodes();
    count = end / CallNode.SIZE;
    open = openNodes(recorder.open());
    firstChild = new int[count];
    nextSibling = new int[count];
    deferred = deferredAdjustments();
    chainChildren();
  }

  private long @Nullable [] deferredAdjustments() {
    DeferredIntervals intervals = recorder.deferredIntervals();
    if (intervals == null) {
      return null;
    }
    CategoryTable categories = recorder.categories();
    long[] adjustments = new long[count];
    intervals.read(
        (node, category, intervalCount) -> {
          if (node / CallNode.SIZE < count) {
            adjustments[node / CallNode.SIZE] += intervalCount * categories.adjustment(category);
          }
        });
    return adjustments;
  }

  private boolean[] openNodes(int top) {
    boolean[] chain = new boolean[count];
    int node = top;
    while (node != CallNode.ROOT) {
      // A call that began after the end was read is not part of this tree.
      if (node / CallNode.SIZE < count) {
        chain[node / CallNode.SIZE] = true;
      }
      node = CallNode.parent(recorder.nodes(), node);
    }
    return chain;
  }

  private void chainChildren() {
    Arrays.fill(firstChild, NONE);
    Arrays.fill(nextSibling, NONE);
    // From the last to the first, so that each chain is in the order of making.
    for (int i = count - 1; i > ThreadRecorder.OWN_NODES - 1; i--) {
      int parent = CallNode.parent(nodes, i * CallNode.SIZE) / CallNode.SIZE;
      nextSibling[i] = firstChild[parent];
      firstChild[parent] = i;
    }
  }

  /** Entries and exits that the tree stands for. */
  long events(CallTree tree) {
    long events = 0;
    for (int i = 1; i < tree.size(); i++) {
      events += 2 * tree.calls(i) - tree.open(i);
    }
    return events;
  }

  /** The tree, its methods renumbered. */
  CallTree build(IntUnaryOperator methodIndex) {
    CallTree.Builder builder = new CallTree.Builder();
    copy(builder, 0, 0);
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
      int parent = CallNode.parent(nodes, next * CallNode.SIZE) / CallNode.SIZE;
      int method = methodIndex.applyAsInt(CallNode.method(nodes, next * CallNode.SIZE));
      placeOf[next] = builder.add(placeOf[parent], method);
      copy(builder, placeOf[next], next);
      if (depth == stack.length) {
        stack = Arrays.copyOf(stack, depth * 2);
      }
      stack[depth++] = next;
      next = firstChild[next];
    }
  }

  private void copy(CallTree.Builder builder, int place, int index) {
    int node = index * CallNode.SIZE;
    boolean cutHere = recorder.cutAt() == node;
    // A root is entered once, also that of many ended virtual threads' trees added up.
    builder.calls(place, node == CallNode.ROOT ? 1 : CallNode.calls(nodes, node));
    builder.exceptions(place, CallNode.exceptions(nodes, node));
    builder.open(place, open[index] ? 1 : 0);
    long self = CallNode.self(nodes, node) + (cutHere ? CallNode.self(nodes, CallNode.CUT) : 0);
    long overhead =
        CallNode.overhead(nodes, node) + (cutHere ? CallNode.overhead(nodes, CallNode.CUT) : 0);
    long adjustment = deferred == null ? 0 : deferred[index] >> KnownOverheads.FRACTION_BITS;
    builder.self(place, self - adjustment);
    builder.overhead(place, overhead + adjustment);
    builder.cut(place, recorder.cutCalls(node));
  }
}
