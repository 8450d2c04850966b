package dev.tare.agent.budget;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses tiers by one threshold: no method's probes may cost more than it, and it is the largest
 * for which all of them together cost no more than is allowed. So the most called methods lose
 * probes first, and no more than needed: a method is merged only where even flat calls of it cost
 * too much.
 */
final class TierChoice {
  /** Probes in methods that woven code does not call may cost so many times more. */
  private static final double ROOT_WORTH = 10;

  /** Flat calls may cost so many times the threshold: below them nothing is known of a method. */
  private static final double FLAT_WORTH = 3;

  /** Share of the budget that light probes may cost; see {@link #isLight}. */
  private static final double LIGHT = 0.1;

  /** So many of the least called methods keep their counts, if these cost no more than allowed. */
  static final int KEPT_ANCHORS = 20;

  /**
   * A method keeps its tier unless its probes cost more than this many times the threshold, or less
   * than the threshold divided by it.
   */
  private static final double STICKS = 2;

  /** A threshold is kept as long as its probes cost no less of what is allowed, ... */
  private static final double KEPT_FROM = 0.7;

  /** ... and no more. */
  private static final double KEPT_TO = 1.4;

  /** Of the logarithm of the threshold: its error is then 2e-6. */
  private static final int HALVINGS = 24;

  /** The smallest threshold, by the cost of the dearest method. */
  private static final double SMALLEST = 1e-12;

  /**
   * What a method costs in a nanosecond of the program's own work: its calls by their price with
   * the probes of each tier.
   */
  record Costs(double timed, double counted, double flat) {
    static final Costs NONE = new Costs(0, 0, 0);

    /**
     * Of a method.
     *
     * @param calls in a nanosecond of work
     * @param callsNothing as in {@link CodeTraits}
     */
    static Costs of(double calls, ProbePrices prices, boolean callsNothing) {
      return new Costs(
          calls * prices.nanos(Tier.TIMED, callsNothing),
          calls * prices.nanos(Tier.COUNTED, callsNothing),
          calls * prices.nanos(Tier.FLAT, callsNothing));
    }

    private Costs times(double factor) {
      return new Costs(timed * factor, counted * factor, flat * factor);
    }

    private double of(Tier tier) {
      return switch (tier) {
        case TIMED -> timed;
        case COUNTED -> counted;
        case FLAT -> flat;
        case MERGED -> 0;
      };
    }
  }

  private final int count;
  private final Costs[] costs;
  private final Tier[] highest;
  private final Tier[] lowest;
  private final double[] worth;
  private final @Nullable Tier[] before;
  private final boolean[] isLight;
  private double threshold;

  /** A choice for so many methods, none of them set yet. */
  TierChoice(int methods) {
    count = methods;
    costs = new Costs[methods];
    highest = new Tier[methods];
    lowest = new Tier[methods];
    worth = new double[methods];
    before = new Tier[methods];
    isLight = new boolean[methods];
    Arrays.fill(costs, Costs.NONE);
    Arrays.fill(highest, Tier.MERGED);
    Arrays.fill(lowest, Tier.MERGED);
  }

  /**
   * A method to choose for.
   *
   * @param highest the tier with the most probes that it may get
   * @param lowest the tier with the fewest
   * @param isRoot whether it was entered from code that is not woven
   */
  void set(int method, Costs costs, Tier highest, Tier lowest, boolean isRoot) {
    this.costs[method] = costs;
    this.highest[method] = highest;
    this.lowest[method] = lowest;
    worth[method] = isRoot ? ROOT_WORTH : 1;
  }

  /** A method whose probes are light: it has this tier, whatever the others cost. */
  void setLight(int method, Costs costs, Tier tier) {
    set(method, costs, tier, tier, false);
    isLight[method] = true;
  }

  /**
   * Lets all light probes together count as the share of the budget that they cost at most. While
   * code is cold, work counts as less CPU time than it took. Light probes would then seem to cost
   * more than is allowed, and all other methods would lose theirs.
   *
   * @param factor the price factor by which probes are chosen
   */
  void limitLight(Budget budget, double factor) {
    double most = LIGHT * budget.share() / factor;
    double sum = 0;
    for (int method = 0; method < count; method++) {
      sum += isLight[method] ? costs[method].timed : 0;
    }
    if (sum <= most) {
      return;
    }
    for (int method = 0; method < count; method++) {
      if (isLight[method]) {
        costs[method] = costs[method].times(most / sum);
      }
    }
  }

  /** The tier that a method had, which it keeps where that costs little. */
  void had(int method, Tier tier) {
    before[method] = tier;
  }

  /**
   * The tiers of all methods, most of which keep the one that they had if the threshold by which
   * these were chosen still fits.
   *
   * @param allowed as in {@link #choose(double)}
   * @param thresholdBefore 0 where none is known
   */
  Tier[] choose(double allowed, double thresholdBefore) {
    keepAnchors(allowed);
    if (thresholdBefore > 0) {
      Tier[] tiers = tiersAfterBefore(thresholdBefore);
      double cost = cost(tiers);
      if (cost >= KEPT_FROM * allowed && cost <= KEPT_TO * allowed) {
        threshold = thresholdBefore;
        return tiers;
      }
    }
    return solve(allowed);
  }

  private Tier[] tiersAfterBefore(double thresholdBefore) {
    Tier[] tiers = new Tier[count];
    for (int method = 0; method < count; method++) {
      tiers[method] = tierAfterBefore(method, thresholdBefore);
    }
    return tiers;
  }

  private Tier tierAfterBefore(int method, double threshold) {
    Tier had = before[method];
    if (had == null) {
      return tier(method, threshold);
    }
    Tier most = tier(method, threshold * STICKS);
    Tier least = tier(method, threshold / STICKS);
    return most.isBelow(had) ? most : had.isBelow(least) ? least : had;
  }

  /** The most that probes may cost, by the last choice. */
  double threshold() {
    return threshold;
  }

  /**
   * The tiers of all methods.
   *
   * @param allowed calls by price in a nanosecond of work; where even the lowest tiers cost more,
   *     these
   */
  Tier[] choose(double allowed) {
    return choose(allowed, 0);
  }

  private Tier[] solve(double allowed) {
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
    threshold = low;
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
    return costs[method].of(tier);
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
    Costs of = costs[method];
    Tier wanted =
        of.timed <= most
            ? Tier.TIMED
            : of.counted <= most
                ? Tier.COUNTED
                : of.flat <= FLAT_WORTH * most ? Tier.FLAT : Tier.MERGED;
    return wanted.isBelow(lowest[method])
        ? lowest[method]
        : highest[method].isBelow(wanted) ? highest[method] : wanted;
  }

  /** The least called methods that have a probe keep a count, one by one, as far as allowed. */
  private void keepAnchors(double allowed) {
    int[] leastCalled =
        IntStream.range(0, count)
            .filter(this::isCalled)
            .boxed()
            .sorted(Comparator.comparingDouble(method -> costs[method].counted))
            .mapToInt(Integer::intValue)
            .limit(KEPT_ANCHORS)
            .toArray();
    double cost = 0;
    for (int method : leastCalled) {
      cost += costs[method].counted;
      if (cost <= allowed && lowest[method] == Tier.MERGED) {
        lowest[method] = highest[method].isBelow(Tier.COUNTED) ? highest[method] : Tier.COUNTED;
      }
    }
  }

  private boolean isCalled(int method) {
    return costs[method].counted > 0 && highest[method].hasProbe();
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
    return Arrays.stream(costs).mapToDouble(Costs::timed).max().orElse(0);
  }
}
