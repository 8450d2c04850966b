package dev.tare.agent.calibration.model;

import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.CalibrationStatistics.Costs;
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
  /** Pairs of events, each with and without a lookup. */
  private static final int PAIRS = 8;

  /** Of two categories of the same events none is known to be wrong. */
  private static final int MIN_FOR_MEDIAN = 3;

  private final double[] prices = new double[PAIRS];

  /** By key, NaN where nothing was measured. */
  private final double[] measured = new double[Category.KEYS];

  private final double[] baselineCallCost = new double[Category.KEYS];
  private final double spread;

  /**
   * Fits it.
   *
   * @param categories each of them once
   */
  public OverheadModel(List<CategoryStatistic> categories) {
    Arrays.fill(measured, Double.NaN);
    Arrays.fill(baselineCallCost, Double.NaN);
    int[] compiled = new int[PAIRS];
    for (int pair = 0; pair < PAIRS; pair++) {
      double[] overheads = overheads(categories, pair, true);
      compiled[pair] = overheads.length;
      if (overheads.length == 0) {
        overheads = overheads(categories, pair, false);
      }
      prices[pair] =
          overheads.length == 0 ? Double.NaN : Quartiles.median(overheads, overheads.length);
    }
    fillUnknownPrices();
    double squares = 0;
    int priced = 0;
    for (CategoryStatistic category : categories) {
      int key = category.key();
      double price = prices[pair(key)];
      double overhead = category.mean() - category.baselineCallCost();
      if (Category.isOfC2(key)) {
        double deviation = overhead / price - 1;
        squares += deviation * deviation;
        priced++;
        measured[key] = compiled[pair(key)] >= MIN_FOR_MEDIAN ? price : overhead;
      } else {
        measured[key] = compiled[pair(key)] > 0 ? Math.max(price, overhead) : overhead;
      }
      baselineCallCost[key] = Math.max(0, category.mean() - measured[key]);
    }
    spread = priced == 0 ? 0 : Math.sqrt(squares / priced);
  }

  /**
   * How far the measured overheads of methods that C2 compiled are from their prices, as a part of
   * these: the root of the mean square.
   */
  double spread() {
    return spread;
  }

  /** NaN where no category was measured. */
  public double overhead(int key) {
    return Double.isNaN(measured[key]) ? prices[pair(key)] : measured[key];
  }

  /** As the runtime takes it, with what is known beside it. */
  public KnownOverheads known(Costs costs) {
    double[] overhead = new double[Category.KEYS];
    for (int key = 0; key < Category.KEYS; key++) {
      overhead[key] = overhead(key);
    }
    return new KnownOverheads(
        overhead,
        baselineCallCost,
        costs.deltaAfterEntry(),
        costs.deltaAfterExit(),
        costs.probeCost(),
        costs.serializedLeaf());
  }

  private static double[] overheads(
      List<CategoryStatistic> categories, int pair, boolean ofC2Alone) {
    double[] overheads = new double[categories.size()];
    int count = 0;
    for (CategoryStatistic category : categories) {
      int key = category.key();
      if (pair(key) == pair && (!ofC2Alone || Category.isOfC2(key))) {
        overheads[count++] = category.mean() - category.baselineCallCost();
      }
    }
    return Arrays.copyOf(overheads, count);
  }

  /** Without a category of these events: as without a lookup, or the mean of the other pairs. */
  private void fillUnknownPrices() {
    double sum = 0;
    int known = 0;
    for (double price : prices) {
      if (!Double.isNaN(price)) {
        sum += price;
        known++;
      }
    }
    for (int pair = 0; pair < PAIRS; pair++) {
      if (Double.isNaN(prices[pair])) {
        double withoutLookup = prices[pair & ~1];
        prices[pair] = Double.isNaN(withoutLookup) ? sum / known : withoutLookup;
      }
    }
  }

  /** The events of a category: the lowest bit says that a node is looked up. */
  private static int pair(int key) {
    return (Category.beginsWithExit(key) ? 4 : 0)
        + (Category.endsWithExit(key) ? 2 : 0)
        + (Category.hasLookup(key) ? 1 : 0);
  }
}
