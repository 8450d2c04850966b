package dev.tare.agent.calibration.model;

import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.List;

/**
 * How much overhead an interval of each category holds, in the metric's unit. Immutable.
 *
 * <p>Between the same two events the probes are the same code, whoever is called. So a pair of
 * events has one price: the mean of all that was measured of methods that C2 compiled, less the
 * baseline call cost. Categories that were not measured have it too. What was measured of other
 * methods counts where it is more: their probes are the same code at best.
 *
 * <p>Programs that end at once wait for it in an interpreter: so no streams.
 */
public final class OverheadModel {
  /** By key, NaN where nothing was measured of it or of its events in code that C2 compiled. */
  private final double[] overhead = new double[Category.KEYS];

  /**
   * How far the measured overheads of methods that C2 compiled are from their prices, as a part of
   * these: the root of the mean square of intervals.
   */
  final double spread;

  /**
   * Fits it.
   *
   * @param categories each of them once
   */
  public OverheadModel(List<CategoryStatistic> categories) {
    double[] prices = new double[pair(Category.KEYS - 1) + 1];
    double[] met = new double[prices.length];
    for (CategoryStatistic category : categories) {
      if (Category.isOfC2(category.key())) {
        int pair = pair(category.key());
        prices[pair] += category.count() * (category.mean() - category.baselineCallCost());
        met[pair] += category.count();
      }
    }
    for (int pair = 0; pair < prices.length; pair++) {
      prices[pair] = met[pair] == 0 && pair % 2 > 0 ? prices[pair - 1] : prices[pair] / met[pair];
    }
    for (int key = 0; key < Category.KEYS; key++) {
      overhead[key] = prices[pair(key)];
    }
    double squares = 0;
    double priced = 0;
    for (CategoryStatistic category : categories) {
      int key = category.key();
      double measured = category.mean() - category.baselineCallCost();
      double price = prices[pair(key)];
      if (Category.isOfC2(key)) {
        squares += category.count() * (measured / price - 1) * (measured / price - 1);
        priced += category.count();
      } else {
        overhead[key] = price > measured ? price : measured;
      }
    }
    spread = priced == 0 ? 0 : Math.sqrt(squares / priced);
  }

  /** The number of the two events of a category. */
  public static int events(int key) {
    return (Category.beginsWithExit(key) ? 2 : 0) + (Category.endsWithExit(key) ? 1 : 0);
  }

  /** The same, and in the lowest bit whether a node is looked up. */
  private static int pair(int key) {
    return 2 * events(key) + (Category.hasLookup(key) ? 1 : 0);
  }

  /** As the runtime takes it, with what is known beside it. */
  public KnownOverheads known(Costs costs) {
    return new KnownOverheads(overhead, costs.probeCost(), costs.overlap(), costs.takenAway());
  }
}
