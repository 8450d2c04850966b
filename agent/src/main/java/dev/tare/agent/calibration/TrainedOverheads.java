package dev.tare.agent.calibration;

import dev.tare.runtime.Category;
import dev.tare.runtime.CategoryTable;
import dev.tare.runtime.Kind;
import dev.tare.runtime.KnownOverheads;
import dev.tare.runtime.Pace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.stream.DoubleStream;

/** What training has learnt, and a calstats file keeps; immutable. */
public final class TrainedOverheads {
  /** Two trainings agree on a category if their means differ by no more of the mean than this. */
  private static final double AGREED_SHARE = 0.01;

  /** Or by no more than this, in the metric's unit. */
  private static final double AGREED_DIFFERENCE = 0.1;

  /** A category with fewer intervals than this need not agree: its mean never stands still. */
  private static final long WELL_OBSERVED = 10_000;

  private final List<Trained> categories;
  private final LessIfDeferred lessIfDeferred;
  private final double trial;

  /**
   * Takes over what is told.
   *
   * @param categories each of them once
   * @param trial what {@link Pace#trial} took meanwhile; NaN where there was none
   */
  TrainedOverheads(List<Trained> categories, LessIfDeferred lessIfDeferred, double trial) {
    this.categories = List.copyOf(categories);
    this.lessIfDeferred = lessIfDeferred;
    this.trial = trial;
  }

  /** See {@link KnownOverheads#setLessIfDeferred}. */
  record LessIfDeferred(double afterEntry, double afterExit) {
    static final LessIfDeferred NOTHING = new LessIfDeferred(0, 0);
  }

  /**
   * One category, with values in the metric's unit.
   *
   * @param key see {@link Category}
   * @param observed intervals seen
   * @param minimum the smallest of them
   * @param mean the mean of those that held nothing but bare calls
   * @param language what of it the bare calls cost without instrumentation
   * @param busy the overhead in intervals of a method that is busy itself: less, as a processor
   *     works at the method and at the probes around it at the same time; NaN where that was not
   *     measured
   * @param drained as mean, of intervals whose entry was drained, see {@link
   *     KnownOverheads#setDrained}; NaN where that was not measured
   */
  record Trained(
      int key,
      long observed,
      long minimum,
      double mean,
      double language,
      double busy,
      double drained) {
    /** The smaller of two measurements: whatever else the machine did made them longer. */
    Trained least(Trained other) {
      Trained less = other.mean < mean ? other : this;
      return new Trained(
          key,
          Math.max(observed, other.observed),
          Math.min(minimum, other.minimum),
          less.mean,
          less.language,
          least(busy, other.busy),
          least(drained, other.drained));
    }

    private static double least(double a, double b) {
      return DoubleStream.of(a, b).filter(value -> !Double.isNaN(value)).min().orElse(Double.NaN);
    }

    /** How much less overhead a busy method's intervals hold than empty ones. */
    private double hidden() {
      return Double.isNaN(busy) ? 0 : Math.max(0, mean - language - busy);
    }
  }

  /**
   * What a training has learnt.
   *
   * @param table of the thread that trained
   * @param mean by key, NaN where training met none
   * @param language by key
   * @param busy by key, NaN where that was not measured
   * @param drained by key, NaN where that was not measured
   * @param lessIfDeferred of all
   * @param trial see {@link #TrainedOverheads}
   */
  static TrainedOverheads of(
      CategoryTable table,
      double[] mean,
      double[] language,
      double[] busy,
      double[] drained,
      LessIfDeferred lessIfDeferred,
      double trial) {
    List<Trained> categories = new ArrayList<>();
    for (int category = 0; category < table.count(); category++) {
      int key = Category.key(category);
      if (!Double.isNaN(mean[key]) && table.minimum(category) != KnownOverheads.UNKNOWN) {
        categories.add(
            new Trained(
                key,
                table.observed(category),
                table.minimum(category),
                mean[key],
                language[key],
                busy[key],
                drained[key]));
      }
    }
    return new TrainedOverheads(categories, lessIfDeferred, trial);
  }

  List<Trained> categories() {
    return categories;
  }

  LessIfDeferred lessIfDeferred() {
    return lessIfDeferred;
  }

  double trial() {
    return trial;
  }

  /** As the runtime takes it, with guesses for the categories that no training met. */
  KnownOverheads known() {
    double[] minimum = new double[Category.KEYS];
    double[] mean = new double[Category.KEYS];
    double[] language = new double[Category.KEYS];
    Arrays.fill(mean, Double.NaN);
    for (Trained category : categories) {
      minimum[category.key] = category.minimum;
      mean[category.key] = category.mean;
      language[category.key] = category.language;
    }
    KnownOverheads known = Likeness.fill(minimum, mean, language);
    for (Trained category : categories) {
      known.setHidden(category.key, category.hidden());
      known.setDrained(category.key, category.drained);
    }
    known.setLessIfDeferred(lessIfDeferred.afterEntry, lessIfDeferred.afterExit);
    known.setTrial(trial);
    return known;
  }

  /**
   * These, with the intervals of a whole run added.
   *
   * @param observed by key
   * @param minimum by key, {@link KnownOverheads#UNKNOWN} where there were none
   */
  TrainedOverheads withRun(IntToLongFunction observed, IntToLongFunction minimum) {
    return new TrainedOverheads(
        categories.stream()
            .map(
                category ->
                    new Trained(
                        category.key,
                        category.observed + observed.applyAsLong(category.key),
                        Math.min(category.minimum, minimum.applyAsLong(category.key)),
                        category.mean,
                        category.language,
                        category.busy,
                        category.drained))
            .toList(),
        lessIfDeferred,
        trial);
  }

  /**
   * These, with what a later training on the same thread measured: of each category the smaller.
   */
  TrainedOverheads least(TrainedOverheads later) {
    Map<Integer, Trained> all = new LinkedHashMap<>();
    categories.forEach(category -> all.put(category.key, category));
    later.categories.forEach(category -> all.merge(category.key, category, Trained::least));
    List<Trained> least = List.copyOf(all.values());
    double leaves = (trialInLeaves() + later.trialInLeaves()) / 2;
    return new TrainedOverheads(least, lessIfDeferred, leaves * meanOfLeaf(least));
  }

  /** A trial's length, in empty leaves' intervals: what disturbed the training made both longer. */
  private double trialInLeaves() {
    return trial / meanOfLeaf(categories);
  }

  private static double meanOfLeaf(List<Trained> categories) {
    return categories.stream()
        .filter(category -> category.key == Category.ofLeaf(Kind.C2_STATIC))
        .mapToDouble(Trained::mean)
        .findAny()
        .orElse(Double.NaN);
  }

  /** Of several trainings, one after the other on the same thread, the medians. */
  static TrainedOverheads medians(List<TrainedOverheads> trainings) {
    TrainedOverheads last = trainings.get(trainings.size() - 1);
    List<Trained> categories = new ArrayList<>();
    for (Trained category : last.categories) {
      List<Trained> all =
          trainings.stream()
              .flatMap(training -> training.categories.stream())
              .filter(other -> other.key == category.key)
              .toList();
      categories.add(
          new Trained(
              category.key,
              category.observed,
              category.minimum,
              Quartiles.median(all.stream().mapToDouble(Trained::mean)),
              Quartiles.median(all.stream().mapToDouble(Trained::language)),
              Quartiles.median(all.stream().mapToDouble(Trained::busy)),
              Quartiles.median(all.stream().mapToDouble(Trained::drained))));
    }
    return new TrainedOverheads(
        categories,
        last.lessIfDeferred,
        Quartiles.median(trainings.stream().mapToDouble(TrainedOverheads::trial)));
  }

  /** Whether both trainings found the same means of all categories that they saw often. */
  boolean agreesWith(TrainedOverheads other) {
    double[] mean = new double[Category.KEYS];
    Arrays.fill(mean, Double.NaN);
    for (Trained category : other.categories) {
      mean[category.key] = category.mean;
    }
    for (Trained category : categories) {
      double difference = Math.abs(category.mean - mean[category.key]);
      if (category.observed >= WELL_OBSERVED
          && !(difference <= Math.max(AGREED_DIFFERENCE, AGREED_SHARE * category.mean))) {
        return false;
      }
    }
    return true;
  }
}
