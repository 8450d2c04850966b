package dev.tare.bench.work;

import org.jspecify.annotations.Nullable;

/** A binary search tree: recursion, accessors, and a virtual comparison. */
public final class SearchTree implements Work {
  private static final int KEYS = 20_000;

  @Override
  public long round() {
    Node root = new Node(0x5eed);
    long key = 1;
    for (int i = 0; i < KEYS; i++) {
      key = next(key);
      root.insert(key >>> 20);
    }
    long found = 0;
    for (int i = 0; i < KEYS; i++) {
      key = next(key);
      found += root.contains(key >>> 20) ? 1 : 0;
    }
    return found * 31 + root.depth() + root.sum();
  }

  private static long next(long key) {
    return key * 6364136223846793005L + 1442695040888963407L;
  }

  /** A node with its subtrees. */
  static final class Node {
    private final long key;
    private @Nullable Node left;
    private @Nullable Node right;

    Node(long key) {
      this.key = key;
    }

    long key() {
      return key;
    }

    boolean isBelow(long other) {
      return key() < other;
    }

    void insert(long added) {
      if (isBelow(added)) {
        if (right == null) {
          right = new Node(added);
        } else {
          right.insert(added);
        }
      } else if (left == null) {
        left = new Node(added);
      } else {
        left.insert(added);
      }
    }

    boolean contains(long wanted) {
      if (key() == wanted) {
        return true;
      }
      Node next = isBelow(wanted) ? right : left;
      return next != null && next.contains(wanted);
    }

    int depth() {
      return 1 + Math.max(depthOf(left), depthOf(right));
    }

    private static int depthOf(@Nullable Node node) {
      return node == null ? 0 : node.depth();
    }

    long sum() {
      return key() + sumOf(left) + sumOf(right);
    }

    private static long sumOf(@Nullable Node node) {
      return node == null ? 0 : node.sum();
    }
  }
}
