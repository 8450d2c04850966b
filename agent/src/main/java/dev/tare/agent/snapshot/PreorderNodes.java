package dev.tare.agent.snapshot;

import dev.tare.profile.CallsKind;
import dev.tare.profile.TreeNodes;
import java.util.function.IntUnaryOperator;

/** The nodes of a {@link RecorderTree}, each child's subtree before the next child. */
final class PreorderNodes implements TreeNodes {
  private static final int BEFORE_ROOT = -1;

  private final RecorderTree tree;
  private final WindowCounts counts;
  private final UnprobedCalls unprobed;
  private final OverheadAdjustments values;
  private final IntUnaryOperator methodIndex;
  private int index = BEFORE_ROOT;
  private int depth = BEFORE_ROOT;

  /** Of the node at hand. */
  private KnownCalls calls = KnownCalls.exactly(0);

  PreorderNodes(
      RecorderTree tree,
      WindowCounts counts,
      UnprobedCalls unprobed,
      OverheadAdjustments values,
      IntUnaryOperator methodIndex) {
    this.tree = tree;
    this.counts = counts;
    this.unprobed = unprobed;
    this.values = values;
    this.methodIndex = methodIndex;
  }

  /** The node's number in the recorder's order. */
  int index() {
    return index;
  }

  @Override
  public boolean next() {
    if (!goOn()) {
      return false;
    }
    calls = unprobed.of(index);
    return true;
  }

  private boolean goOn() {
    int next = index == BEFORE_ROOT ? 0 : tree.firstChild(index);
    if (index == BEFORE_ROOT || next != RecorderTree.NONE) {
      index = next;
      depth++;
      return true;
    }
    while (index != 0 && tree.nextSibling(index) == RecorderTree.NONE) {
      index = unprobed.parent(index);
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
    return methodIndex.applyAsInt(unprobed.probeMethod(index));
  }

  @Override
  public long calls() {
    return calls.low();
  }

  @Override
  public CallsKind callsKind() {
    return calls.kind();
  }

  @Override
  public long callsLow() {
    return calls.low();
  }

  @Override
  public long callsHigh() {
    return calls.high();
  }

  @Override
  public long exceptions() {
    return counts.hasProbes(index) ? counts.exceptions(index) : 0;
  }

  @Override
  public long open() {
    return counts.hasProbes(index) ? counts.open(index) : 0;
  }

  @Override
  public long carried() {
    return counts.hasProbes(index) ? counts.carried(index) : 0;
  }

  @Override
  public long self() {
    return unprobed.isImplied(index) ? 0 : values.self(index);
  }

  @Override
  public long overhead() {
    return unprobed.isImplied(index) ? 0 : values.overhead(index);
  }

  @Override
  public long cut() {
    return counts.hasProbes(index) ? counts.withoutContext(index) : 0;
  }

  @Override
  public long waiting() {
    return counts.hasProbes(index) ? counts.waiting(index) : 0;
  }

  /** Samples stand in a tree of their own. */
  @Override
  public long samples() {
    return 0;
  }
}
