package dev.tare.agent.snapshot;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Corrections;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What of a leaf's calls was taken for overhead and is the leaf's own: by how much its serialized
 * calls took longer than a serialized call that does nothing, less what is left of the others. In
 * the metric's unit.
 *
 * <p>It is the same for all calls of a method in a thread: what a serialized call takes changes
 * with time, and one context's calls may be of another time than the next one's.
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

  private final Map<Integer, Leaf> leaves = new HashMap<>();
  private final double max;

  /** A serialized call that does nothing; NaN where it is not known, or not asked for yet. */
  private double empty = Double.NaN;

  OverlapCredit(KnownOverheads known) {
    max = Corrections.SERIALIZED ? MAX_SHARE * known.overhead(Category.ofLeaf(Kind.C2_STATIC)) : 0;
  }

  /** Sums over a method's calls that called nothing. */
  private static final class Leaf {
    private long calls;
    private long self;
    private long serializedCalls;
    private long serializedMetric;

    private double mean() {
      return (double) serializedMetric / serializedCalls;
    }

    /** Of its other calls, in the mean; less than nothing counts as nothing. */
    private double left() {
      return Math.max(0, (double) self / calls);
    }
  }

  /**
   * Adds calls of a leaf to those of the run; all, before the first is asked for.
   *
   * @param calls that ended, 1 or more
   * @param self what is left of them
   * @param serializedCalls how many of them were serialized
   * @param serializedMetric what these took together
   */
  void add(int method, long calls, long self, long serializedCalls, long serializedMetric) {
    Leaf leaf = leaves.computeIfAbsent(method, key -> new Leaf());
    leaf.calls += calls;
    leaf.self += self;
    leaf.serializedCalls += serializedCalls;
    leaf.serializedMetric += serializedMetric;
  }

  /** Of a call of a leaf that was added, 0 or more; 0 where nothing is known. */
  double ofCall(int method) {
    Leaf leaf = leaves.get(method);
    if (leaf == null || leaf.serializedCalls < MIN_SERIALIZED) {
      return 0;
    }
    double credit = Math.min(leaf.mean() - empty() - leaf.left(), max);
    return credit > 0 ? credit : 0; // NaN is not
  }

  /** A serialized call that does nothing; NaN where there is no leaf. */
  double empty() {
    if (Double.isNaN(empty)) {
      List<Leaf> known =
          leaves.values().stream()
              .filter(leaf -> leaf.serializedCalls >= MIN_SERIALIZED)
              .sorted(Comparator.comparingDouble(Leaf::mean))
              .toList();
      double rest = QUANTILE * known.stream().mapToLong(leaf -> leaf.serializedCalls).sum();
      for (Leaf leaf : known) {
        rest -= leaf.serializedCalls;
        if (rest <= 0) {
          empty = leaf.mean() - leaf.left();
          break;
        }
      }
    }
    return empty;
  }
}
