package dev.tare.agent.snapshot;

import dev.tare.profile.CallsKind;
import dev.tare.profile.TreeNodes;

/** The nodes of a {@link RecorderTree}, each child's subtree before the next child. */
final class PreorderNodes implements TreeNodes {
  private static final int BEFORE_ROOT = -1;

  private final RecorderTree tree;
  private final WindowCounts counts;
  private final UnprobedCalls unprobed;
  private final OverheadAdjustments values;
  private final MethodIndexes indexes;
  private int index = BEFORE_ROOT;
  private int depth = BEFORE_ROOT;

  /** Of the node at hand, like the fields that follow. A writer asks for each more than once. */
  private KnownCalls calls = KnownCalls.exactly(0);

  private boolean hasProbes;
  private long self;
  private long overhead;
  private long waiting;

  PreorderNodes(
      RecorderTree tree,
      WindowCounts counts,
      UnprobedCalls unprobed,
      OverheadAdjustments values,
      MethodIndexes indexes) {
    this.tree = tree;
    this.counts = counts;
    this.unprobed = unprobed;
    this.values = values;
    this.indexes = indexes;
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
    hasProbes = counts.hasProbes(index);
    boolean isRecorded = !unprobed.isImplied(index);
    self = isRecorded ? values.self(index) : 0;
    overhead = isRecorded ? values.overhead(index) : 0;
    waiting = hasProbes ? counts.waiting(index) : 0;
    return true;
  }

  /** As {@link #next}, for who asks for the node's place and method alone. */
  boolean goOn() {
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
    return indexes.ofWoven(unprobed.probeMethod(index));
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
    return hasProbes ? counts.exceptions(index) : 0;
  }

  @Override
  public long open() {
    return hasProbes ? counts.open(index) : 0;
  }

  @Override
  public long carried() {
    return hasProbes ? counts.carried(index) : 0;
  }

  @Override
  public long self() {
    return self;
  }

  @Override
  public long overhead() {
    return overhead;
  }

  @Override
  public long cut() {
    return hasProbes ? counts.withoutContext(index) : 0;
  }

  @Override
  public long waiting() {
    return waiting;
  }

  /** Samples stand in a tree of their own. */
  @Override
  public long samples() {
    return 0;
  }
}
