package dev.tare.profile;

/** The nodes of a {@link CallTree}, one after another. */
final class TreeNodesOfTree implements TreeNodes {
  private final CallTree tree;
  private int node = CallTree.NONE;
  private int depth = CallTree.NONE;

  TreeNodesOfTree(CallTree tree) {
    this.tree = tree;
  }

  @Override
  public boolean next() {
    if (node + 1 == tree.size()) {
      return false;
    }
    node++;
    int parent = tree.parent(node);
    for (int left = node - 1; left != parent; left = tree.parent(left)) {
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
    return tree.method(node);
  }

  @Override
  public long calls() {
    return tree.calls(node);
  }

  @Override
  public long exceptions() {
    return tree.exceptions(node);
  }

  @Override
  public long open() {
    return tree.open(node);
  }

  @Override
  public long carried() {
    return tree.carried(node);
  }

  @Override
  public long self() {
    return tree.self(node);
  }

  @Override
  public long overhead() {
    return tree.overhead(node);
  }

  @Override
  public long cut() {
    return tree.cut(node);
  }

  @Override
  public long waiting() {
    return tree.waiting(node);
  }

  @Override
  public SampledTier tier() {
    return tree.tier(node);
  }

  @Override
  public long divided() {
    return tree.divided(node);
  }

  @Override
  public long dividedPrice() {
    return tree.dividedPrice(node);
  }

  @Override
  public long selfBelow() {
    return tree.selfBelow(node);
  }

  @Override
  public long selfAbove() {
    return tree.selfAbove(node);
  }

  @Override
  public CallsKind callsKind() {
    return tree.callsKind(node);
  }

  @Override
  public long callsLow() {
    return tree.callsLow(node);
  }

  @Override
  public long callsHigh() {
    return tree.callsHigh(node);
  }

  @Override
  public long samples() {
    return tree.samples(node);
  }
}
