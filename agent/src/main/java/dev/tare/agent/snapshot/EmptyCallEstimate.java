package dev.tare.agent.snapshot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a serialized call takes that does next to nothing, from many leaves of which some do so.
 *
 * <p>The smallest of many noisy means is too small, the more so the more leaves there are. So it is
 * a low quantile, in which each leaf has the weight of its calls.
 */
final class EmptyCallEstimate {
  /** So much of all calls may be of leaves whose mean is too small by chance. */
  private static final double QUANTILE = 0.05;

  private final List<Leaf> leaves = new ArrayList<>();

  private record Leaf(double mean, double left, long calls) {}

  /**
   * Adds a leaf.
   *
   * @param mean of its serialized calls, in the metric's unit
   * @param left of its other calls, in the mean: it is its own; less than nothing counts as nothing
   * @param calls how many of them were serialized
   */
  void add(double mean, double left, long calls) {
    leaves.add(new Leaf(mean, Math.max(0, left), calls));
  }

  /** In the metric's unit; NaN where there is no leaf. */
  double value() {
    leaves.sort(Comparator.comparingDouble(Leaf::mean));
    double left = QUANTILE * leaves.stream().mapToLong(Leaf::calls).sum();
    for (Leaf leaf : leaves) {
      left -= leaf.calls;
      if (left <= 0) {
        return leaf.mean - leaf.left;
      }
    }
    return Double.NaN;
  }
}
