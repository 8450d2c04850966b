package dev.tare.agent.calibration.model;

import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.Arrays;
import java.util.List;

/**
 * How much overhead an interval of each category holds, in the metric's unit. Immutable.
 *
 * <p>Between the same two events the probes are the same code, whoever is called. So a pair of
 * events has one price: the median of what was measured of methods that C2 compiled, less the bare
 * calls. Categories that were not measured have it too. What was measured of other methods counts
 * where it is more: their probes are the same code at best.
 *
 * <p>Programs that end at once wait for it in an interpreter: so no streams.
 */
public final class OverheadModel {
  /** By key, NaN where nothing was measured of it or of its events in code that C2 compiled. */
  private final double[] overhead = new double[Category.KEYS];

  /** By key, 0 where it was not measured. */
  private final double[] baselineCallCost = new double[Category.KEYS];

  /**
   * How far the measured overheads of methods that C2 compiled are from their prices, as a part of
   * these: the root of the mean square.
   */
  final double spread;

  /**
   * Fits it.
   *
   * @param categories each of them once
   */
  public OverheadModel(List<CategoryStatistic> categories) {
    double[] prices = new double[pair(Category.KEYS - 1) + 1];
    for (int pair = 0; pair < prices.length; pair++) {
      double price = price(categories, pair);
      prices[pair] = Double.isNaN(price) && pair % 2 > 0 ? prices[pair - 1] : price; // no lookup
    }
    for (int key = 0; key < Category.KEYS; key++) {
      overhead[key] = prices[pair(key)];
    }
    double squares = 0;
    int priced = 0;
    for (CategoryStatistic category : categories) {
      int key = category.key();
      double measured = category.mean() - category.baselineCallCost();
      double price = prices[pair(key)];
      if (Category.isOfC2(key)) {
        squares += (measured / price - 1) * (measured / price - 1);
        priced++;
      } else {
        overhead[key] = price > measured ? price : measured;
      }
      baselineCallCost[key] = Math.max(0, category.mean() - overhead[key]);
    }
    spread = priced == 0 ? 0 : Math.sqrt(squares / priced);
  }

  /** The median of what C2 compiled; NaN where there is none. */
  private static double price(List<CategoryStatistic> categories, int pair) {
    double[] overheads = new double[categories.size()];
    Arrays.fill(overheads, Double.NaN);
    for (int i = 0; i < overheads.length; i++) {
      CategoryStatistic category = categories.get(i);
      if (pair(category.key()) == pair && Category.isOfC2(category.key())) {
        overheads[i] = category.mean() - category.baselineCallCost();
      }
    }
    return Quartiles.quartile(overheads, 2);
  }

  /** The events of a category: the lowest bit says that a node is looked up. */
  private static int pair(int key) {
    return (Category.beginsWithExit(key) ? 4 : 0)
        + (Category.endsWithExit(key) ? 2 : 0)
        + (Category.hasLookup(key) ? 1 : 0);
  }

  /** As the runtime takes it, with what is known beside it. */
  public KnownOverheads known(Costs costs) {
    return new KnownOverheads(
        overhead,
        baselineCallCost,
        costs.deltaAfterEntry(),
        costs.deltaAfterExit(),
        costs.probeCost(),
        costs.overlap());
  }
}
