package dev.tare.agent.snapshot;

import dev.tare.profile.CallTree;
import dev.tare.runtime.CallNode;
import dev.tare.runtime.CategoryTable;
import dev.tare.runtime.DeferredIntervals;
import dev.tare.runtime.KnownOverheads;
import dev.tare.runtime.ThreadRecorder;
import java.util.Arrays;
import java.util.function.IntPredicate;
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

  /**
   * The tree of a recorder.
   *
   * @param calls what the calls' probes cost where they took no reading; null where all did
   */
  RecorderTree(ThreadRecorder recorder, @Nullable CallOverhead calls) {
    this.recorder = recorder;
    int end = recorder.end();
    nodes = recorder.nodes();
    count = end / CallNode.SIZE;
    open = openNodes(recorder.open());
    firstChild = new int[count];
    nextSibling = new int[count];
    deferred = calls == null ? deferredAdjustments() : callAdjustments(calls);
    chainChildren();
  }

  /**
   * A sampled reading is of all that passed since the last, probes too. Half of each of them falls
   * into the called method, half into its caller: in an interval between two events is half of
   * each.
   */
  private long[] callAdjustments(CallOverhead calls) {
    long[] adjustments = new long[count];
    for (int i = ThreadRecorder.OWN_NODES; i < count; i++) {
      int node = i * CallNode.SIZE;
      long parts = calls.ofProbes(CallNode.method(nodes, node), CallNode.calls(nodes, node));
      adjustments[i] += parts;
      adjustments[CallNode.parent(nodes, node) / CallNode.SIZE] += parts;
    }
    return adjustments;
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
    return build(methodIndex, index -> true, this::copy);
  }

  /**
   * The samples that probes recorded, and those that wait for the next: it will charge the node
   * that is open now.
   */
  CallTree samples(IntUnaryOperator methodIndex) {
    long[] own = new long[count];
    for (int i = 0; i < count; i++) {
      own[i] = CallNode.samples(nodes, i * CallNode.SIZE);
    }
    int cutAt = recorder.cutAt() / CallNode.SIZE;
    int cut = CallNode.CUT / CallNode.SIZE;
    if (cutAt < count) {
      own[cutAt] += own[cut];
    }
    own[cut] = 0;
    int top = recorder.open() / CallNode.SIZE;
    own[top < count ? top : 0] += recorder.samplesWaiting();
    long[] total = own.clone();
    for (int i = count - 1; i >= ThreadRecorder.OWN_NODES; i--) {
      total[CallNode.parent(nodes, i * CallNode.SIZE) / CallNode.SIZE] += total[i];
    }
    return build(
        methodIndex,
        index -> total[index] != 0,
        (builder, place, index) -> builder.samples(place, own[index]));
  }

  /** What is said of a node in the tree that is built. */
  private interface Copy {
    void copy(CallTree.Builder builder, int place, int index);
  }

  private CallTree build(IntUnaryOperator methodIndex, IntPredicate isWanted, Copy copy) {
    CallTree.Builder builder = new CallTree.Builder();
    copy.copy(builder, 0, 0);
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
      if (!isWanted.test(next)) {
        next = nextSibling[next];
        continue;
      }
      int parent = CallNode.parent(nodes, next * CallNode.SIZE) / CallNode.SIZE;
      int method = methodIndex.applyAsInt(CallNode.method(nodes, next * CallNode.SIZE));
      placeOf[next] = builder.add(placeOf[parent], method);
      copy.copy(builder, placeOf[next], next);
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
