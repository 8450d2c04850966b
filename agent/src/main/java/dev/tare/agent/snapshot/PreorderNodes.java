package dev.tare.agent.snapshot;

import dev.tare.profile.TreeNodes;
import java.util.function.IntUnaryOperator;

/** The nodes of a {@link RecorderTree}, each child's subtree before the next child. */
final class PreorderNodes implements TreeNodes {
  private static final int BEFORE_ROOT = -1;

  private final RecorderTree tree;
  private final WindowCounts counts;
  private final OverheadAdjustments values;
  private final IntUnaryOperator methodIndex;
  private int index = BEFORE_ROOT;
  private int depth = BEFORE_ROOT;

  PreorderNodes(
      RecorderTree tree,
      WindowCounts counts,
      OverheadAdjustments values,
      IntUnaryOperator methodIndex) {
    this.tree = tree;
    this.counts = counts;
    this.values = values;
    this.methodIndex = methodIndex;
  }

  /** The node's number in the recorder's order. */
  int index() {
    return index;
  }

  @Override
  public boolean next() {
    int next = index == BEFORE_ROOT ? 0 : tree.firstChild(index);
    if (index == BEFORE_ROOT || next != RecorderTree.NONE) {
      index = next;
      depth++;
      return true;
    }
    while (index != 0 && tree.nextSibling(index) == RecorderTree.NONE) {
      index = counts.parent(index);
      depth--;
    }
    index = tree.nextSibling(index);
    return index != RecorderTree.NONE;
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public int method() {
    return methodIndex.applyAsInt(counts.method(index));
  }

  @Override
  public long calls() {
    return counts.shownCalls(index);
  }

  @Override
  public long exceptions() {
    return counts.exceptions(index);
  }

  @Override
  public long open() {
    return counts.open(index);
  }

  @Override
  public long carried() {
    return counts.carried(index);
  }

  @Override
  public long self() {
    return values.self(index);
  }

  @Override
  public long overhead() {
    return values.overhead(index);
  }

  @Override
  public long cut() {
    return counts.withoutContext(index);
  }

  @Override
  public long waiting() {
    return counts.waiting(index);
  }

  /** Samples stand in a tree of their own. */
  @Override
  public long samples() {
    return 0;
  }
}
