package dev.tare.profile;

import dev.tare.profile.Limits.Folded;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Which nodes of a tree are worth a node of the profile: those in whose subtree the self values add
 * up to a share, all above one that is, and all right below the root. The values of the others
 * belong to the node above them. None is folded into the root, whose values are those of no method
 * and have no place in formats of stacks.
 */
public final class TreeFolding {
  private final BitSet kept = new BitSet();

  /**
   * Self, overhead, waiting and what of self was divided, by the number in the whole tree of the
   * kept node that has them.
   */
  private final Map<Integer, long[]> foldedInto = new HashMap<>();

  private long nodes;
  private long calls;
  private long self;

  private TreeFolding() {}

  /**
   * Sees which nodes of a tree are kept.
   *
   * @param tree gives its nodes from the root on, each time that it is asked
   * @param below the absolute sum from which on a subtree is kept
   */
  public static TreeFolding of(Supplier<TreeNodes> tree, long below) {
    TreeFolding folding = new TreeFolding();
    folding.see(tree.get(), below);
    folding.addUp(tree.get());
    return folding;
  }

  private void see(TreeNodes tree, long below) {
    int[] path = new int[64];
    long[] sums = new long[64];
    int depth = CallTree.NONE;
    int number = 0;
    while (tree.next()) {
      for (; depth >= tree.depth(); depth--) {
        leave(path, sums, depth, below);
      }
      depth = tree.depth();
      if (depth == path.length) {
        path = Arrays.copyOf(path, 2 * depth);
        sums = Arrays.copyOf(sums, 2 * depth);
      }
      path[depth] = number++;
      sums[depth] = tree.self();
    }
    for (; depth >= 0; depth--) {
      leave(path, sums, depth, below);
    }
  }

  private void leave(int[] path, long[] sums, int depth, long below) {
    if (depth == 0) {
      kept.set(path[0]);
      return;
    }
    if (depth == 1 || Math.abs(sums[depth]) >= below) {
      kept.set(path[depth]);
    }
    if (kept.get(path[depth])) {
      kept.set(path[depth - 1]);
    }
    sums[depth - 1] += sums[depth];
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
        long[] folded = foldedInto.computeIfAbsent(keptAbove[depth], key -> new long[4]);
        folded[0] += tree.self();
        folded[1] += tree.overhead();
        folded[2] += tree.waiting();
        folded[3] += tree.divided();
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
    public long merged() {
      return all.merged();
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
