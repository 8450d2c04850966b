package dev.tare.profile;

import dev.tare.profile.Limits.Folded;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Which nodes of a tree are worth a node of the profile: those in whose subtree the self values, or
 * the calls, add up to a share, all above one that is, and all right below the root. The values of
 * the others belong to the node above them. None is folded into the root, whose values are those of
 * no method and have no place in formats of stacks.
 */
public final class TreeFolding {
  private final BitSet kept = new BitSet();

  /**
   * Self, overhead, waiting and what of self and of the price of probes was divided, by the number
   * in the whole tree of the kept node that has them.
   */
  private final Map<Integer, long[]> foldedInto = new HashMap<>();

  private long nodes;
  private long calls;
  private long self;

  private TreeFolding() {}

  /**
   * Sees which nodes of a tree are kept, by their self values alone.
   *
   * @param tree gives its nodes from the root on, each time that it is asked
   * @param below the absolute sum from which on a subtree is kept
   */
  public static TreeFolding of(Supplier<TreeNodes> tree, long below) {
    return of(tree, below, Long.MAX_VALUE);
  }

  /**
   * Sees which nodes of a tree are kept.
   *
   * @param tree gives its nodes from the root on, each time that it is asked
   * @param below the absolute sum of self values from which on a subtree is kept
   * @param belowCalls the sum of calls from which on it is kept, too
   */
  public static TreeFolding of(Supplier<TreeNodes> tree, long below, long belowCalls) {
    TreeFolding folding = new TreeFolding();
    folding.see(tree.get(), below, belowCalls);
    folding.addUp(tree.get());
    return folding;
  }

  private void see(TreeNodes tree, long below, long belowCalls) {
    Path path = new Path(below, belowCalls);
    for (int number = 0; tree.next(); number++) {
      path.enter(number, tree);
    }
    path.leaveTo(CallTree.NONE);
  }

  /** The nodes from the root to the one at hand, and what their subtrees add up to so far. */
  private final class Path {
    private final long below;
    private final long belowCalls;
    private int[] numbers = new int[64];
    private long[] self = new long[64];
    private long[] calls = new long[64];
    private int depth = CallTree.NONE;

    Path(long below, long belowCalls) {
      this.below = below;
      this.belowCalls = belowCalls;
    }

    void enter(int number, TreeNodes node) {
      leaveTo(node.depth() - 1);
      depth++;
      if (depth == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * depth);
        self = Arrays.copyOf(self, 2 * depth);
        calls = Arrays.copyOf(calls, 2 * depth);
      }
      numbers[depth] = number;
      self[depth] = node.self();
      calls[depth] = node.calls();
    }

    void leaveTo(int above) {
      for (; depth > above; depth--) {
        if (depth <= 1 || Math.abs(self[depth]) >= below || calls[depth] >= belowCalls) {
          kept.set(numbers[depth]);
        }
        if (depth > 0) {
          if (kept.get(numbers[depth])) {
            kept.set(numbers[depth - 1]);
          }
          self[depth - 1] += self[depth];
          calls[depth - 1] += calls[depth];
        }
      }
    }
  }

  /** The kept nodes of the same tree, with what was folded into them. */
  public TreeNodes keptOf(TreeNodes tree) {
    return new Kept(tree);
  }

  /** Adds up what the nodes that are not kept had. */
  private void addUp(TreeNodes tree) {
    int[] keptAbove = new int[64];
    int number = 0;
    while (tree.next()) {
      int depth = tree.depth();
      if (depth == keptAbove.length) {
        keptAbove = Arrays.copyOf(keptAbove, 2 * depth);
      }
      if (kept.get(number)) {
        keptAbove[depth] = number;
      } else {
        keptAbove[depth] = keptAbove[depth - 1];
        long[] folded = foldedInto.computeIfAbsent(keptAbove[depth], key -> new long[5]);
        folded[0] += tree.self();
        folded[1] += tree.overhead();
        folded[2] += tree.waiting();
        folded[3] += tree.divided();
        folded[4] += tree.dividedPrice();
        nodes++;
        calls += tree.calls();
        self += tree.self();
      }
      number++;
    }
  }

  /** What the nodes had that are not kept. */
  public Folded folded() {
    return new Folded(nodes, calls, self);
  }

  private final class Kept implements TreeNodes {
    private final TreeNodes all;
    private int number = CallTree.NONE;

    Kept(TreeNodes all) {
      this.all = all;
    }

    @Override
    public boolean next() {
      do {
        if (!all.next()) {
          return false;
        }
        number++;
      } while (!kept.get(number));
      return true;
    }

    /** All above a kept node are kept, so that its depth stays. */
    @Override
    public int depth() {
      return all.depth();
    }

    @Override
    public int method() {
      return all.method();
    }

    @Override
    public long calls() {
      return all.calls();
    }

    @Override
    public long exceptions() {
      return all.exceptions();
    }

    @Override
    public long open() {
      return all.open();
    }

    @Override
    public long carried() {
      return all.carried();
    }

    @Override
    public long self() {
      return all.self() + folded(0);
    }

    @Override
    public long overhead() {
      return all.overhead() + folded(1);
    }

    private long folded(int which) {
      long[] folded = foldedInto.get(number);
      return folded == null ? 0 : folded[which];
    }

    @Override
    public long cut() {
      return all.cut();
    }

    @Override
    public long samples() {
      return all.samples();
    }

    @Override
    public long waiting() {
      return all.waiting() + folded(2);
    }

    @Override
    public SampledTier tier() {
      return all.tier();
    }

    @Override
    public long divided() {
      return all.divided() + folded(3);
    }

    @Override
    public long dividedPrice() {
      return all.dividedPrice() + folded(4);
    }

    @Override
    public long selfBelow() {
      return all.selfBelow();
    }

    @Override
    public long selfAbove() {
      return all.selfAbove();
    }

    @Override
    public CallsKind callsKind() {
      return all.callsKind();
    }

    @Override
    public long callsLow() {
      return all.callsLow();
    }

    @Override
    public long callsHigh() {
      return all.callsHigh();
    }
  }
}
