package dev.tare.profile;

/**
 * The nodes of several call trees, one tree after another, each in preorder, as columns of numbers.
 * A {@link CallTree} is a view on a row of them. Immutable once no builder fills it.
 */
public final class NodeTable {
  private final LongColumn[] columns;
  private final int size;

  private NodeTable(LongColumn[] columns, int size) {
    this.columns = columns;
    this.size = size;
  }

  LongColumn column(NodeColumn column) {
    return columns[column.place()];
  }

  /** How many nodes all trees have together. */
  public int size() {
    return size;
  }

  /**
   * The tree of so many nodes from the first on.
   *
   * @param methodCount above all methods that its nodes may name
   * @throws MalformedTreeException where these nodes are no tree in preorder
   */
  public CallTree tree(int first, int nodes, int methodCount) throws MalformedTreeException {
    if (nodes < 1 || first < 0 || first > size - nodes) {
      throw new MalformedTreeException(
          "nodes " + first + " to " + ((long) first + nodes) + " of " + size);
    }
    checkPreorder(first, nodes);
    checkMethods(first, nodes, methodCount);
    return new CallTree(this, first, nodes);
  }

  /** Each step up leaves a subtree for good, so all together are no more than there are nodes. */
  private void checkPreorder(int first, int nodes) throws MalformedTreeException {
    LongColumn parents = column(NodeColumn.PARENT);
    for (int node = first; node < first + nodes; node++) {
      long distance = parents.get(node);
      boolean isRoot = node == first;
      if (isRoot ? distance != 0 : distance < 1 || distance > node - first) {
        throw new MalformedTreeException(
            "parent[" + node + "] is " + distance + ", which is no node of its thread");
      }
      int parent = (int) (node - distance);
      int ancestor = isRoot ? node : node - 1;
      while (ancestor > parent) {
        ancestor -= (int) parents.get(ancestor);
      }
      if (ancestor != parent) {
        throw new MalformedTreeException(
            "parent[" + node + "] is " + distance + ", which is not preorder");
      }
    }
  }

  private void checkMethods(int first, int nodes, int methodCount) throws MalformedTreeException {
    LongColumn methods = column(NodeColumn.METHOD);
    for (int node = first; node < first + nodes; node++) {
      long method = methods.get(node);
      boolean isRoot = node == first;
      if (isRoot != (method == CallTree.NONE)) {
        throw new MalformedTreeException(
            "method["
                + node
                + "] is "
                + method
                + (isRoot ? ", but a thread's root has none: -1" : ", which only a root may have"));
      }
      if (method < CallTree.NONE || method >= methodCount) {
        throw new MalformedTreeException(
            "method["
                + node
                + "] is "
                + method
                + ", out of range of the methods, of which there are "
                + methodCount);
      }
    }
  }

  /** Nodes that do not make a tree; the message says which. */
  public static final class MalformedTreeException extends Exception {
    MalformedTreeException(String message) {
      super(message);
    }
  }

  /** Collects nodes; not for several threads at a time. */
  public static final class Builder {
    private final LongColumn[] columns = new LongColumn[NodeColumn.values().length];

    /** A table of no nodes yet. */
    public Builder() {
      for (int i = 0; i < columns.length; i++) {
        columns[i] = new LongColumn();
      }
    }

    /**
     * Sets a value, of a node that need not have others yet.
     *
     * @param node 0 or more
     */
    public void set(NodeColumn column, int node, long value) {
      columns[column.place()].set(node, value);
    }

    long get(NodeColumn column, int node) {
      return columns[column.place()].get(node);
    }

    /** The table of so many nodes. The builder gives its columns away and is done. */
    public NodeTable build(int size) {
      return new NodeTable(columns, size);
    }
  }
}
