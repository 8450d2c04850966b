package dev.tare.agent.budget;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Chooses tiers by one threshold: no method's probes may cost more than it, and it is the largest
 * for which all of them together cost no more than is allowed. So what is called most goes first,
 * and first what loses least: a method is merged where counting it costs too much, too.
 */
final class TierChoice {
  /** Probes in methods that woven code does not call may cost so many times more. */
  private static final double ROOT_WORTH = 10;

  /** Of the budget, for probes that are light. */
  private static final double LIGHT = 0.1;

  /** So many of the least called methods keep their counts, whatever is allowed. */
  static final int KEPT_ANCHORS = 20;

  /** But no more than this part of all that are called. */
  private static final int KEPT_PART = 8;

  /** Of the logarithm of the threshold: its error is then 2e-6. */
  private static final int HALVINGS = 24;

  /** The smallest threshold, by the cost of the dearest method. */
  private static final double SMALLEST = 1e-12;

  private final int count;
  private final double[] timedCost;
  private final double[] countedCost;
  private final Tier[] highest;
  private final Tier[] lowest;
  private final double[] worth;

  /** No methods yet, of so many. */
  TierChoice(int methods) {
    count = methods;
    timedCost = new double[methods];
    countedCost = new double[methods];
    highest = new Tier[methods];
    lowest = new Tier[methods];
    worth = new double[methods];
    Arrays.fill(highest, Tier.MERGED);
    Arrays.fill(lowest, Tier.MERGED);
  }

  /**
   * A method to choose for, by what it costs in a nanosecond of the program's own work.
   *
   * @param timedCost calls by price where it is timed
   * @param countedCost the same where it is counted
   * @param highest the tier with the most probes that it may get
   * @param lowest the tier with the fewest
   * @param isRoot whether it was entered from code that is not woven
   */
  void set(
      int method, double timedCost, double countedCost, Tier highest, Tier lowest, boolean isRoot) {
    this.timedCost[method] = timedCost;
    this.countedCost[method] = countedCost;
    this.highest[method] = highest;
    this.lowest[method] = lowest;
    worth[method] = isRoot ? ROOT_WORTH : 1;
  }

  /**
   * The tiers of all methods.
   *
   * @param allowed calls by price in a nanosecond of work; where even the lowest tiers cost more,
   *     these
   */
  Tier[] choose(double allowed) {
    keepAnchors();
    double high = 2 * greatest();
    double low = high * SMALLEST;
    if (cost(high) > allowed) {
      for (int i = 0; i < HALVINGS; i++) {
        double middle = Math.sqrt(low * high);
        if (cost(middle) > allowed) {
          high = middle;
        } else {
          low = middle;
        }
      }
    } else {
      low = high;
    }
    Tier[] tiers = new Tier[count];
    for (int method = 0; method < count; method++) {
      tiers[method] = tier(method, low);
    }
    return tiers;
  }

  /** What the tiers cost together, calls by price in a nanosecond of work. */
  double cost(Tier[] tiers) {
    double sum = 0;
    for (int method = 0; method < count; method++) {
      sum += cost(method, tiers[method]);
    }
    return sum;
  }

  /** What one method costs with this tier. */
  double cost(int method, Tier tier) {
    return switch (tier) {
      case TIMED -> timedCost[method];
      case COUNTED -> countedCost[method];
      case MERGED -> 0;
    };
  }

  private double cost(double threshold) {
    double sum = 0;
    for (int method = 0; method < count; method++) {
      sum += cost(method, tier(method, threshold));
    }
    return sum;
  }

  private Tier tier(int method, double threshold) {
    double most = threshold * worth[method];
    Tier wanted =
        timedCost[method] <= most
            ? Tier.TIMED
            : countedCost[method] <= most ? Tier.COUNTED : Tier.MERGED;
    return wanted.isBelow(lowest[method])
        ? lowest[method]
        : highest[method].isBelow(wanted) ? highest[method] : wanted;
  }

  /** The least called methods that have a probe keep a count. */
  private void keepAnchors() {
    int[] called =
        IntStream.range(0, count)
            .filter(method -> countedCost[method] > 0 && highest[method].hasProbe())
            .boxed()
            .sorted(Comparator.comparingDouble(method -> countedCost[method]))
            .mapToInt(Integer::intValue)
            .toArray();
    int kept = Math.min(KEPT_ANCHORS, Math.max(AnchorRatio.MIN_ANCHORS, called.length / KEPT_PART));
    for (int i = 0; i < Math.min(kept, called.length); i++) {
      if (lowest[called[i]] == Tier.MERGED) {
        lowest[called[i]] = Tier.COUNTED;
      }
    }
  }

  /**
   * Whether a method's probes cost next to nothing beside its own time. All such probes together
   * cost a tenth of the budget at most, so they stay whatever the method's calls cost.
   *
   * @param overhead of the method's probes, by the program's work
   * @param selfShare the method's own part of the program's work; not a number where unknown
   */
  static boolean isLight(double overhead, double selfShare, Budget budget) {
    return overhead <= LIGHT * budget.share() * selfShare;
  }

  private double greatest() {
    return Arrays.stream(timedCost).max().orElse(0);
  }
}
