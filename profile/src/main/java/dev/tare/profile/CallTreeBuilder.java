package dev.tare.profile;

import static dev.tare.profile.NodeColumn.CALLS;
import static dev.tare.profile.NodeColumn.CALLS_HIGH;
import static dev.tare.profile.NodeColumn.CALLS_KIND;
import static dev.tare.profile.NodeColumn.CALLS_LOW;
import static dev.tare.profile.NodeColumn.CARRIED;
import static dev.tare.profile.NodeColumn.CUT;
import static dev.tare.profile.NodeColumn.DIVIDED;
import static dev.tare.profile.NodeColumn.DIVIDED_PRICE;
import static dev.tare.profile.NodeColumn.EXCEPTIONS;
import static dev.tare.profile.NodeColumn.METHOD;
import static dev.tare.profile.NodeColumn.OPEN;
import static dev.tare.profile.NodeColumn.OVERHEAD;
import static dev.tare.profile.NodeColumn.PARENT;
import static dev.tare.profile.NodeColumn.SAMPLES;
import static dev.tare.profile.NodeColumn.SELF;
import static dev.tare.profile.NodeColumn.SELF_ABOVE;
import static dev.tare.profile.NodeColumn.SELF_BELOW;
import static dev.tare.profile.NodeColumn.TIER;
import static dev.tare.profile.NodeColumn.WAITING;

import java.util.Objects;

/**
 * Collects a tree, node by node in preorder. The root is there from the beginning, as node 0.
 * Values can be set in any order, as long as their node is there. Not for several threads at a
 * time.
 */
public final class CallTreeBuilder {
  private final NodeTable.Builder table = new NodeTable.Builder();
  private int size = 1;
  private boolean built;

  /** A tree of which nothing is known. */
  public CallTreeBuilder() {
    table.set(METHOD, 0, CallTree.NONE);
  }

  /** Nodes so far, the root included. */
  public int size() {
    return size;
  }

  /** The parent of a node; {@link CallTree#NONE} for the root. */
  public int parent(int node) {
    return checked(node) == 0 ? CallTree.NONE : node - (int) table.get(PARENT, node);
  }

  /** Index of a node's method; {@link CallTree#NONE} for the root and where none is set yet. */
  public int method(int node) {
    return (int) table.get(METHOD, checked(node));
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
    while (ancestor > parent && ancestor > 0) {
      ancestor -= (int) table.get(PARENT, ancestor);
    }
    if (ancestor != parent) {
      throw new IllegalArgumentException("not in preorder: parent " + parent + " of node " + size);
    }
    table.set(PARENT, size, size - parent);
    table.set(METHOD, size, CallTree.NONE);
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
  public CallTreeBuilder method(int node, int method) {
    if (checked(node) == 0 || method < 0) {
      throw new IllegalArgumentException("method " + method + " of node " + node);
    }
    return set(METHOD, node, method);
  }

  /** Sets {@link CallTree#calls}. */
  public CallTreeBuilder calls(int node, long value) {
    return set(CALLS, node, value);
  }

  /** Sets {@link CallTree#exceptions}. */
  public CallTreeBuilder exceptions(int node, long value) {
    return set(EXCEPTIONS, node, value);
  }

  /** Sets {@link CallTree#open}. */
  public CallTreeBuilder open(int node, long value) {
    return set(OPEN, node, value);
  }

  /** Sets {@link CallTree#carried}. */
  public CallTreeBuilder carried(int node, long value) {
    return set(CARRIED, node, value);
  }

  /** Sets {@link CallTree#self}. */
  public CallTreeBuilder self(int node, long value) {
    return set(SELF, node, value);
  }

  /** Sets {@link CallTree#overhead}. */
  public CallTreeBuilder overhead(int node, long value) {
    return set(OVERHEAD, node, value);
  }

  /** Sets {@link CallTree#cut}. */
  public CallTreeBuilder cut(int node, long value) {
    return set(CUT, node, value);
  }

  /** Sets {@link CallTree#waiting}. */
  public CallTreeBuilder waiting(int node, long value) {
    return set(WAITING, node, value);
  }

  /** Sets {@link CallTree#callsKind}, {@link CallTree#callsLow}, {@link CallTree#callsHigh}. */
  public CallTreeBuilder callsKnown(int node, CallsKind kind, long low, long high) {
    return set(CALLS_KIND, node, kind.number())
        .set(CALLS_LOW, node, low)
        .set(CALLS_HIGH, node, high);
  }

  /** Sets {@link CallTree#tier}. */
  public CallTreeBuilder tier(int node, SampledTier tier) {
    return set(TIER, node, tier.number());
  }

  /** Sets {@link CallTree#divided}, {@link CallTree#selfBelow}, {@link CallTree#selfAbove}. */
  public CallTreeBuilder divided(int node, long divided, long below, long above) {
    return set(DIVIDED, node, divided).set(SELF_BELOW, node, below).set(SELF_ABOVE, node, above);
  }

  /** Sets {@link CallTree#dividedPrice}. */
  public CallTreeBuilder dividedPrice(int node, long value) {
    return set(DIVIDED_PRICE, node, value);
  }

  /** Sets {@link CallTree#samples}. */
  public CallTreeBuilder samples(int node, long value) {
    return set(SAMPLES, node, value);
  }

  /** Sets all values of a node, but not its method, to those of the node at hand. */
  public void copy(int node, TreeNodes from) {
    calls(node, from.calls());
    exceptions(node, from.exceptions());
    open(node, from.open());
    carried(node, from.carried());
    self(node, from.self());
    overhead(node, from.overhead());
    cut(node, from.cut());
    waiting(node, from.waiting());
    samples(node, from.samples());
    tier(node, from.tier());
    divided(node, from.divided(), from.selfBelow(), from.selfAbove());
    dividedPrice(node, from.dividedPrice());
    if (from.callsKind() != CallsKind.EXACT) {
      callsKnown(node, from.callsKind(), from.callsLow(), from.callsHigh());
    }
  }

  private CallTreeBuilder set(NodeColumn column, int node, long value) {
    table.set(column, checked(node), value);
    return this;
  }

  /**
   * The tree. The builder gives its columns away and is done.
   *
   * @throws IllegalStateException where a node other than the root has no method
   */
  public CallTree build() {
    requireOpen();
    for (int node = 1; node < size; node++) {
      if (table.get(METHOD, node) == CallTree.NONE) {
        throw new IllegalStateException("node " + node + " has no method");
      }
    }
    built = true;
    return new CallTree(table.build(size), 0, size);
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
