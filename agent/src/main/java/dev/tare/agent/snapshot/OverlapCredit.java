package dev.tare.agent.snapshot;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Corrections;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What of a leaf's calls was taken for overhead and is the leaf's own: by how much its serialized
 * calls took longer than a serialized call that does nothing, less what is left of the others. In
 * the metric's unit.
 *
 * <p>A serialized call that does nothing is found among the leaves of the run. The smallest of many
 * noisy means is too small, the more so the more leaves there are. So it is a low quantile, in
 * which each leaf has the weight of its calls.
 */
final class OverlapCredit {
  /** Fewer serialized calls than this say their mean to no better than 2 ns. */
  static final long MIN_SERIALIZED = 1 << 8;

  /** So much of all calls may be of leaves whose mean is too small by chance. */
  private static final double QUANTILE = 0.05;

  /** No more of an empty call's overhead is overlapped. */
  private static final double MAX_SHARE = 0.5;

  private final List<Leaf> leaves = new ArrayList<>();
  private final double max;

  private record Leaf(double mean, double left, long calls) {}

  OverlapCredit(KnownOverheads known) {
    max = Corrections.SERIALIZED ? MAX_SHARE * known.overhead(Category.ofLeaf(Kind.C2_STATIC)) : 0;
  }

  /**
   * Adds a leaf to those of the run.
   *
   * @param serialized mean of its serialized calls
   * @param left of its other calls, in the mean: it is its own; less than nothing counts as nothing
   * @param calls how many of them were serialized
   */
  void add(double serialized, double left, long calls) {
    leaves.add(new Leaf(serialized, Math.max(0, left), calls));
  }

  /**
   * Of a call of a leaf, as {@link #add} has it; 0 or more. All leaves have been added.
   *
   * @return 0 where nothing is known
   */
  double ofCall(double serialized, double left) {
    double credit = Math.min(serialized - empty() - left, max);
    return credit > 0 ? credit : 0; // NaN is not
  }

  /** A serialized call that does nothing; NaN where there is no leaf. */
  double empty() {
    leaves.sort(Comparator.comparingDouble(Leaf::mean));
    double rest = QUANTILE * leaves.stream().mapToLong(Leaf::calls).sum();
    for (Leaf leaf : leaves) {
      rest -= leaf.calls;
      if (rest <= 0) {
        return leaf.mean - leaf.left;
      }
    }
    return Double.NaN;
  }
}
