package dev.tare.profile;

import java.util.Arrays;
import java.util.Objects;

/**
 * The calling-context tree of one thread; immutable.
 *
 * <p>Nodes are numbers from 0, the root, to {@link #size()} - 1, in preorder: a node comes before
 * its children, and a child's whole subtree before the next child. So a loop upwards meets parents
 * first, a loop downwards meets children first, and nothing has to recurse: trees are thousands
 * deep. Values stand in flat columns, of which those that are all zero take no room.
 */
public final class CallTree {
  /** What {@link #method} and {@link #parent} say of the root. */
  public static final int NONE = -1;

  private final int[] methods;
  private final int[] parents;
  private final LongColumn calls;
  private final LongColumn exceptions;
  private final LongColumn open;
  private final LongColumn carried;
  private final LongColumn self;
  private final LongColumn overhead;
  private final LongColumn cut;
  private final LongColumn samples;

  private CallTree(Builder built) {
    methods = trimmed(built.methods, built.size);
    parents = trimmed(built.parents, built.size);
    calls = built.calls;
    exceptions = built.exceptions;
    open = built.open;
    carried = built.carried;
    self = built.self;
    overhead = built.overhead;
    cut = built.cut;
    samples = built.samples;
  }

  private static int[] trimmed(int[] values, int size) {
    return values.length == size ? values : Arrays.copyOf(values, size);
  }

  /** A tree of one root, in which nothing was called. */
  public static CallTree empty() {
    return new Builder().build();
  }

  /** Number of nodes, the root included; 1 or more. */
  public int size() {
    return methods.length;
  }

  /** Index of the node's method; {@link #NONE} for the root. */
  public int method(int node) {
    return methods[node];
  }

  /** The node that called this one; smaller than it; {@link #NONE} for the root. */
  public int parent(int node) {
    return parents[node];
  }

  /** Times entered from this context. */
  public long calls(int node) {
    return calls.get(checked(node));
  }

  /** How many of the calls were left by an exception. */
  public long exceptions(int node) {
    return exceptions.get(checked(node));
  }

  /** How many of the calls had not returned when the profile was written. */
  public long open(int node) {
    return open.get(checked(node));
  }

  /**
   * How many calls were in progress when the profile's window began; they are not among {@link
   * #calls}, but may be among {@link #exceptions} and {@link #open}.
   */
  public long carried(int node) {
    return carried.get(checked(node));
  }

  /** The metric in the method itself, overhead taken off, in the metric's unit; may be negative. */
  public long self(int node) {
    return self.get(checked(node));
  }

  /** What was taken off, in the metric's unit; {@code self + overhead} is the raw reading. */
  public long overhead(int node) {
    return overhead.get(checked(node));
  }

  /** How many of the calls were made where the tree had no room left for nodes of their own. */
  public long cut(int node) {
    return cut.get(checked(node));
  }

  /** CPU-time samples taken with this method on top. */
  public long samples(int node) {
    return samples.get(checked(node));
  }

  /** Sum of {@link #self} over all nodes. */
  public long selfSum() {
    return self.sum();
  }

  /** Sum of {@link #overhead} over all nodes. */
  public long overheadSum() {
    return overhead.sum();
  }

  /** Sum of {@link #samples} over all nodes. */
  public long samplesSum() {
    return samples.sum();
  }

  /** Its nodes one after another. */
  public TreeNodes nodes() {
    return new Nodes();
  }

  private final class Nodes implements TreeNodes {
    private int node = NONE;
    private int depth = NONE;

    @Override
    public boolean next() {
      if (node + 1 == size()) {
        return false;
      }
      node++;
      int parent = parents[node];
      for (int left = node - 1; left != parent; left = parents[left]) {
        depth--;
      }
      depth++;
      return true;
    }

    @Override
    public int depth() {
      return depth;
    }

    @Override
    public int method() {
      return methods[node];
    }

    @Override
    public long calls() {
      return calls.get(node);
    }

    @Override
    public long exceptions() {
      return exceptions.get(node);
    }

    @Override
    public long open() {
      return open.get(node);
    }

    @Override
    public long carried() {
      return carried.get(node);
    }

    @Override
    public long self() {
      return self.get(node);
    }

    @Override
    public long overhead() {
      return overhead.get(node);
    }

    @Override
    public long cut() {
      return cut.get(node);
    }

    @Override
    public long samples() {
      return samples.get(node);
    }
  }

  private int checked(int node) {
    return Objects.checkIndex(node, methods.length);
  }

  /** The next capacity of an array of this capacity that has to have room for this index. */
  static int grown(int capacity, int index, int atLeast) {
    long next = Math.max(atLeast, capacity + (capacity >> 1));
    return (int) Math.min(Integer.MAX_VALUE - 8, Math.max(next, index + 1L));
  }

  /**
   * Collects a tree, node by node in preorder. The root is there from the beginning, as node 0.
   * Values can be set in any order, as long as their node is there. Not for several threads at a
   * time.
   */
  public static final class Builder {
    private static final int FIRST_CAPACITY = 16;

    private int[] methods = new int[FIRST_CAPACITY];
    private int[] parents = new int[FIRST_CAPACITY];
    private int size = 1;
    private boolean built;
    private final LongColumn calls = new LongColumn();
    private final LongColumn exceptions = new LongColumn();
    private final LongColumn open = new LongColumn();
    private final LongColumn carried = new LongColumn();
    private final LongColumn self = new LongColumn();
    private final LongColumn overhead = new LongColumn();
    private final LongColumn cut = new LongColumn();
    private final LongColumn samples = new LongColumn();

    /** A tree of which nothing is known. */
    public Builder() {
      methods[0] = NONE;
      parents[0] = NONE;
    }

    /** Nodes so far, the root included. */
    public int size() {
      return size;
    }

    /** The parent of a node; {@link #NONE} for the root. */
    public int parent(int node) {
      return parents[checked(node)];
    }

    /** Index of a node's method; {@link #NONE} for the root and where none is set yet. */
    public int method(int node) {
      return methods[checked(node)];
    }

    /**
     * Adds the next node in preorder.
     *
     * @param parent the last node that was added, or one of its ancestors
     * @return the new node
     * @throws IllegalArgumentException where the parent's subtree had already ended
     */
    public int add(int parent) {
      requireOpen();
      // Each step up leaves a subtree for good, so all adds together take no more steps than there
      // are nodes.
      int ancestor = size - 1;
      while (ancestor > parent) {
        ancestor = parents[ancestor];
      }
      if (ancestor != parent || parent < 0) {
        throw new IllegalArgumentException(
            "not in preorder: parent " + parent + " of node " + size);
      }
      if (size == methods.length) {
        int capacity = grown(size, size, FIRST_CAPACITY);
        methods = Arrays.copyOf(methods, capacity);
        parents = Arrays.copyOf(parents, capacity);
      }
      methods[size] = NONE;
      parents[size] = parent;
      return size++;
    }

    /** Adds the next node in preorder, of this method. */
    public int add(int parent, int method) {
      int node = add(parent);
      method(node, method);
      return node;
    }

    /**
     * Sets the method of a node other than the root.
     *
     * @param method 0 or more
     */
    public Builder method(int node, int method) {
      if (checked(node) == 0 || method < 0) {
        throw new IllegalArgumentException("method " + method + " of node " + node);
      }
      methods[node] = method;
      return this;
    }

    /** Sets {@link CallTree#calls}. */
    public Builder calls(int node, long value) {
      calls.set(checked(node), value);
      return this;
    }

    /** Sets {@link CallTree#exceptions}. */
    public Builder exceptions(int node, long value) {
      exceptions.set(checked(node), value);
      return this;
    }

    /** Sets {@link CallTree#open}. */
    public Builder open(int node, long value) {
      open.set(checked(node), value);
      return this;
    }

    /** Sets {@link CallTree#carried}. */
    public Builder carried(int node, long value) {
      carried.set(checked(node), value);
      return this;
    }

    /** Sets {@link CallTree#self}. */
    public Builder self(int node, long value) {
      self.set(checked(node), value);
      return this;
    }

    /** Sets {@link CallTree#overhead}. */
    public Builder overhead(int node, long value) {
      overhead.set(checked(node), value);
      return this;
    }

    /** Sets {@link CallTree#cut}. */
    public Builder cut(int node, long value) {
      cut.set(checked(node), value);
      return this;
    }

    /** Sets {@link CallTree#samples}. */
    public Builder samples(int node, long value) {
      samples.set(checked(node), value);
      return this;
    }

    /**
     * The tree. The builder gives its arrays away and is done.
     *
     * @throws IllegalStateException where a node other than the root has no method
     */
    public CallTree build() {
      requireOpen();
      for (int node = 1; node < size; node++) {
        if (methods[node] == NONE) {
          throw new IllegalStateException("node " + node + " has no method");
        }
      }
      built = true;
      calls.trim();
      exceptions.trim();
      open.trim();
      carried.trim();
      self.trim();
      overhead.trim();
      cut.trim();
      samples.trim();
      return new CallTree(this);
    }

    private int checked(int node) {
      requireOpen();
      return Objects.checkIndex(node, size);
    }

    private void requireOpen() {
      if (built) {
        throw new IllegalStateException("the tree is built");
      }
    }
  }
}
