package dev.tare.agent.samples;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.SampledTier;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The stacks of samples laid over each other, so many nodes at most: past that, a stack ends where
 * it leaves the tree. Nodes stand in the order of their making, parents before children.
 */
final class SampleTree {
  private static final int NONE = -1;
  private static final int TIER_BITS = 2;

  /** Call trees may have more: they take less of the heap, and a share of it alone. */
  private static final int MAX_NODES = 1_000_000;

  private final int maxNodes;
  private int size = 1;
  private int[] frames = {NONE};
  private int[] parents = {NONE};
  private long[] samples = {0};
  private int[] firstChild = {NONE};
  private int[] nextSibling = {NONE};

  SampleTree(int maxNodes) {
    this.maxNodes = Math.min(maxNodes, MAX_NODES);
  }

  /** A method in a stack, with the tier that it had then: one method may be several nodes. */
  static int frame(int method, SampledTier tier) {
    return method << TIER_BITS | tier.number();
  }

  /**
   * Adds samples of one stack.
   *
   * @param stack the {@linkplain #frame frames}, from the one on top down to the first
   * @return the node that has them
   */
  int add(int[] stack, long count) {
    int node = 0;
    for (int i = stack.length - 1; i >= 0; i--) {
      int child = child(node, stack[i]);
      if (child == NONE) {
        break;
      }
      node = child;
    }
    samples[node] += count;
    return node;
  }

  /**
   * Adds all samples of another tree.
   *
   * @return the place in this tree of each of the other's nodes that has samples; 0 for the rest
   */
  int[] addAll(SampleTree other) {
    int[] placeOf = new int[other.size];
    for (int node = 0; node < other.size; node++) {
      if (other.samples[node] != 0) {
        placeOf[node] = add(other.stack(node), other.samples[node]);
      }
    }
    return placeOf;
  }

  private int[] stack(int node) {
    int length = 0;
    for (int at = node; at != 0; at = parents[at]) {
      length++;
    }
    int[] stack = new int[length];
    int at = node;
    for (int i = 0; i < length; i++) {
      stack[i] = frames[at];
      at = parents[at];
    }
    return stack;
  }

  private int child(int parent, int frame) {
    int known = firstChild[parent];
    while (known != NONE && frames[known] != frame) {
      known = nextSibling[known];
    }
    if (known != NONE || size >= maxNodes) {
      return known;
    }
    if (size == frames.length) {
      frames = Arrays.copyOf(frames, 2 * size);
      parents = Arrays.copyOf(parents, 2 * size);
      samples = Arrays.copyOf(samples, 2 * size);
      firstChild = Arrays.copyOf(firstChild, 2 * size);
      nextSibling = Arrays.copyOf(nextSibling, 2 * size);
    }
    frames[size] = frame;
    parents[size] = parent;
    firstChild[size] = NONE;
    nextSibling[size] = firstChild[parent];
    firstChild[parent] = size;
    return size++;
  }

  /** The samples of all nodes, as they are now. */
  long[] samples() {
    return Arrays.copyOf(samples, size);
  }

  /**
   * The tree as it is now, its methods renumbered.
   *
   * @param from the nodes' samples that are not in it; nodes without others are not either
   */
  CallTree build(IntUnaryOperator methodIndex, long[] from) {
    int[] first = new int[size];
    int[] next = new int[size];
    Arrays.fill(first, NONE);
    Arrays.fill(next, NONE);
    long[] since = samples();
    for (int node = 0; node < from.length; node++) {
      since[node] -= from[node];
    }
    for (int node = size - 1; node > 0; node--) {
      if (since[node] != 0 || first[node] != NONE) {
        next[node] = first[parents[node]];
        first[parents[node]] = node;
      }
    }
    CallTreeBuilder tree = new CallTreeBuilder();
    int[] built = new int[size];
    tree.samples(0, since[0]);
    int node = first[0];
    while (node != NONE) {
      built[node] =
          tree.add(built[parents[node]], methodIndex.applyAsInt(frames[node] >> TIER_BITS));
      tree.tier(built[node], SampledTier.of(frames[node] & (1 << TIER_BITS) - 1));
      tree.samples(built[node], since[node]);
      if (first[node] != NONE) {
        node = first[node];
      } else {
        while (node > 0 && next[node] == NONE) {
          node = parents[node];
        }
        node = node == 0 ? NONE : next[node];
      }
    }
    return tree.build();
  }
}
