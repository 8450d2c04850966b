package dev.tare.agent.calibration.model;

import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.CalibrationStatistics.Costs;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.Arrays;
import java.util.List;

/**
 * How much overhead an interval of each category holds, in the metric's unit. Immutable.
 *
 * <p>Between methods that C2 compiled it is {@code P(events)}, whoever is called: the probes are
 * the same code, and it is the median of what was measured. Each method that C2 has not compiled
 * adds a term for its compiler, its place in the category and the events at that place. No term is
 * negative. The terms are fitted by least squares to all measured categories, with a ridge for
 * those that few categories speak for.
 *
 * <p>Programs that end at once wait for it in an interpreter: so no streams.
 */
public final class OverheadModel {
  /** Pairs of events, each with and without a lookup. */
  private static final int PAIRS = 8;

  /** Of two categories of the same events none is known to be wrong. */
  private static final int MIN_FOR_MEDIAN = 3;

  private static final int COMPILERS = 2;
  private static final int FROM = 0;
  private static final int ON_TOP = 2 * COMPILERS;
  private static final int TO = ON_TOP + 4 * COMPILERS;
  private static final int TERMS = TO + 2 * COMPILERS;
  private static final int NO_TERM = -1;

  /**
   * A term is lowered by a twelfth if one category speaks for it, and by a hundredth if nine do.
   */
  private static final double RIDGE = 0.09;

  /** So many sweeps over the terms change none by a thousandth any more. */
  private static final int SWEEPS = 200;

  private final double[] pairs = new double[PAIRS];
  private final double[] terms = new double[TERMS];

  /** By key, NaN where there is none. */
  private final double[] measured = new double[Category.KEYS];

  private final double[] baselineCallCost = new double[Category.KEYS];

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
      double[] ofC2 = overheads(categories, pair, true);
      double[] all = overheads(categories, pair, false);
      compiled[pair] = ofC2.length;
      pairs[pair] = ofC2.length > 0 ? Quartiles.median(ofC2, ofC2.length) : least(all);
    }
    fillUnknownPairs();
    fit(categories);
    for (CategoryStatistic category : categories) {
      int key = category.key();
      boolean isEven = Category.isOfC2(key) && compiled[pair(key)] >= MIN_FOR_MEDIAN;
      measured[key] = pairs[pair(key)] + (isEven ? 0 : excess(category));
      baselineCallCost[key] = Math.max(0, category.mean() - measured[key]);
    }
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

  /** NaN where no category was measured. */
  public double overhead(int key) {
    if (!Double.isNaN(measured[key])) {
      return measured[key];
    }
    double sum = pairs[pair(key)];
    for (int term : terms(key)) {
      sum += term == NO_TERM ? 0 : terms[term];
    }
    return sum;
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

  private static double least(double[] values) {
    double least = Double.NaN;
    for (double value : values) {
      least = Double.isNaN(least) ? value : Math.min(least, value);
    }
    return least;
  }

  /** Without a category of these events: as without a lookup, or the mean of the other pairs. */
  private void fillUnknownPairs() {
    double sum = 0;
    int known = 0;
    for (double pair : pairs) {
      if (!Double.isNaN(pair)) {
        sum += pair;
        known++;
      }
    }
    for (int pair = 0; pair < PAIRS; pair++) {
      if (Double.isNaN(pairs[pair])) {
        double withoutLookup = pairs[pair & ~1];
        pairs[pair] = Double.isNaN(withoutLookup) ? sum / known : withoutLookup;
      }
    }
  }

  private double excess(CategoryStatistic category) {
    double more = category.mean() - category.baselineCallCost() - pairs[pair(category.key())];
    return Category.isOfC2(category.key()) ? more : Math.max(0, more);
  }

  /** Coordinate descent on the normal equations, back to 0 where a term would be negative. */
  private void fit(List<CategoryStatistic> categories) {
    double[][] normal = new double[TERMS][TERMS];
    double[] right = new double[TERMS];
    for (int term = 0; term < TERMS; term++) {
      normal[term][term] = RIDGE;
    }
    for (CategoryStatistic category : categories) {
      int[] ofCategory = terms(category.key());
      for (int row : ofCategory) {
        for (int column : ofCategory) {
          if (row != NO_TERM && column != NO_TERM) {
            normal[row][column]++;
          }
        }
        if (row != NO_TERM) {
          right[row] += excess(category);
        }
      }
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      for (int term = 0; term < TERMS; term++) {
        double rest = right[term] + normal[term][term] * terms[term];
        for (int other = 0; other < TERMS; other++) {
          rest -= normal[term][other] * terms[other];
        }
        terms[term] = Math.max(0, rest / normal[term][term]);
      }
    }
  }

  /** The events of a category: the lowest bit says that a node is looked up. */
  private static int pair(int key) {
    return (Category.beginsWithExit(key) ? 4 : 0)
        + (Category.endsWithExit(key) ? 2 : 0)
        + (Category.hasLookup(key) ? 1 : 0);
  }

  private static int[] terms(int key) {
    int first = Category.beginsWithExit(key) ? COMPILERS : 0;
    int second = Category.endsWithExit(key) ? COMPILERS : 0;
    return new int[] {
      term(FROM + first, Category.from(key)),
      term(ON_TOP + 2 * first + second, Category.onTop(key)),
      term(TO + second, Category.to(key))
    };
  }

  private static int term(int first, int kind) {
    if (kind == Kind.INTERPRETED) {
      return first;
    }
    return Kind.isCompiled(kind) && !Kind.isOfC2(kind) ? first + 1 : NO_TERM;
  }
}
