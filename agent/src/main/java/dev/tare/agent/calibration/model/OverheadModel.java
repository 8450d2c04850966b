package dev.tare.agent.calibration.model;

import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.CalibrationStatistics.Costs;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.trainer.BaselineCostSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How much overhead an interval of each category holds, in the metric's unit. Immutable.
 *
 * <p>Between methods that C2 compiled it is {@code P(events)}, whoever is called: the probes are
 * the same code, and it is the median of what was measured. Each method that C2 has not compiled adds a term for its compiler, its place in
 * the category and the events at that place. No term is negative. The terms are fitted by least
 * squares to all measured categories, with a ridge for those that few categories speak for.
 */
public final class OverheadModel {
  /** Pairs of events, each with and without a lookup. */
  private static final int PAIRS = 8;

  private static final int COMPILERS = 2;
  private static final int FROM = 0;
  private static final int ON_TOP = 2 * COMPILERS;
  private static final int TO = ON_TOP + 4 * COMPILERS;
  private static final int TERMS = TO + 2 * COMPILERS;
  private static final int NO_TERM = -1;

  /**
   * A term is lowered by a twelfth if one category speaks for it, and by a hundredth if nine do.
   */
  private static final double RIDGE = 0.3;

  /** Of two categories of the same events none is known to be wrong. */
  private static final int MIN_FOR_MEDIAN = 3;

  private final double[] pairs = new double[PAIRS];
  private final double[] terms;
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
    Arrays.setAll(pairs, pair -> pair(categories, pair));
    fillUnknownPairs();
    terms = fit(categories);
    for (CategoryStatistic category : categories) {
      int key = category.key();
      boolean isEven =
          Category.isOfC2(key) && overheads(categories, pair(key), true).length >= MIN_FOR_MEDIAN;
      measured[key] = isEven ? pairs[pair(key)] : pairs[pair(key)] + excess(category);
      baselineCallCost[key] = Math.max(0, category.mean() - measured[key]);
    }
  }

  /** As the runtime takes it, with what is known beside it. */
  public KnownOverheads known(Costs costs) {
    double[] overhead = new double[Category.KEYS];
    Arrays.setAll(overhead, this::overhead);
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

  /** The median of the categories between these events that C2 compiled; else their minimum. */
  private static double pair(List<CategoryStatistic> categories, int pair) {
    double[] all = overheads(categories, pair, false);
    double[] compiled = overheads(categories, pair, true);
    return compiled.length > 0
        ? Quartiles.median(compiled, compiled.length)
        : Arrays.stream(all).min().orElse(Double.NaN);
  }

  private static double[] overheads(
      List<CategoryStatistic> categories, int pair, boolean compiled) {
    return categories.stream()
        .filter(category -> pair(category.key()) == pair)
        .filter(category -> !compiled || Category.isOfC2(category.key()))
        .mapToDouble(category -> category.mean() - category.baselineCallCost())
        .toArray();
  }

  /** Without a category of these events: as without a lookup, or the mean of the other pairs. */
  private void fillUnknownPairs() {
    double mean = Arrays.stream(pairs).filter(p -> !Double.isNaN(p)).average().orElse(Double.NaN);
    for (int pair = 0; pair < PAIRS; pair++) {
      double other = pairs[pair & ~1];
      pairs[pair] = !Double.isNaN(pairs[pair]) ? pairs[pair] : Double.isNaN(other) ? mean : other;
    }
  }

  private double excess(CategoryStatistic category) {
    double more = category.mean() - category.baselineCallCost() - pairs[pair(category.key())];
    return Category.isOfC2(category.key()) ? more : Math.max(0, more);
  }

  private double[] fit(List<CategoryStatistic> categories) {
    List<double[]> rows = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (CategoryStatistic category : categories) {
      double[] row = new double[TERMS];
      for (int term : terms(category.key())) {
        if (term != NO_TERM) {
          row[term] = 1;
        }
      }
      rows.add(row); // of a category without terms it says nothing
      values.add(excess(category));
    }
    for (int term = 0; term < TERMS; term++) {
      double[] row = new double[TERMS];
      row[term] = RIDGE;
      rows.add(row);
      values.add(0.0);
    }
    return BaselineCostSolver.leastSquares(
        rows.toArray(double[][]::new), values.stream().mapToDouble(Double::doubleValue).toArray());
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
