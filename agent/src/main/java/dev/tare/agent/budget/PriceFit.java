package dev.tare.agent.budget;

import java.util.Arrays;

/**
 * What probes cost in this program: a factor by which all of {@link ProbePrices} are multiplied,
 * known as a probability of each of its values. It begins wide, for a small factor cannot be told
 * from a program that does much work; it becomes narrow when the same work, as {@link AnchorRatio}
 * measures it, takes less CPU time with fewer probes, and where {@link ProbeSamples} tell how much
 * of the CPU time is in probes.
 */
final class PriceFit {
  /** Values of the factor: from 0.098 to 12, each 4 % above the one before. */
  private static final double MIN_LOG = Math.log(0.098);

  private static final double STEP = 0.04;
  private static final int VALUES = 121;

  /** Initial standard deviation of the logarithm of CPU time for the same work. */
  private static final double UNSTEADINESS = 0.1;

  /** Weight of {@link #UNSTEADINESS}, in stretches without a change. */
  private static final int UNSTEADINESS_WEIGHT = 2;

  /** A comparison is informative if it reduces the standard deviation below this share of it. */
  private static final double TELLING = 0.75;

  /** Degrees of freedom of Student's t. */
  private static final double TAIL = 4;

  /** What the factor may change from stretch to stretch. */
  private static final double DRIFT = 0.05;

  /** How far off the model's exponent may be: 0.76 to 1. */
  private static final double EXPONENT_DEVIATION = 0.1;

  /**
   * Logarithm of the factor's median in small programs, where nothing else tells. They have factors
   * of 0.25 to 2 in both modes (docs/results/2026-11-28-starts.md).
   */
  private static final double SMALL_LOG = Math.log(0.75);

  /** Standard deviation of the factor's logarithm in small programs. */
  private static final double SMALL_DEVIATION = 0.75;

  /** The probability of each value by what was believed at the beginning, and by comparisons. */
  private final double[] believed = new double[VALUES];

  /** The same by comparisons alone. */
  private final double[] compared = new double[VALUES];

  /** Logarithm of the same by the last samples alone, which may be far off any value. */
  private final double[] sampledLog = new double[VALUES];

  private boolean hasSamples;

  /** The probability of each value. */
  private final double[] probability = new double[VALUES];

  private final double minimum;
  private boolean isFitted;

  private double residuals;
  private int unchanged;

  /**
   * Begins with what is believed, as a normal distribution of the logarithm.
   *
   * @param minimum no factor below it is possible, unless samples say so
   */
  PriceFit(double log, double deviation, double minimum) {
    this.minimum = minimum;
    for (int i = 0; i < VALUES; i++) {
      believed[i] = factor(i) >= minimum ? density(i, log, deviation) : 0;
    }
    Arrays.fill(compared, 1);
    normalise();
  }

  /**
   * A stretch of the program with one configuration.
   *
   * @param cpu nanoseconds of CPU time
   * @param priced its calls by price, in nanoseconds
   */
  record Stretch(double cpu, double priced) {}

  /**
   * Samples of a stretch whose code was compiled. What they say takes the place of what was
   * believed, and of what earlier ones said: most of their error is the same in every stretch.
   */
  void sampled(Stretch stretch, ProbeSamples samples, ProgramSize size) {
    if (stretch.priced <= 0) {
      return;
    }
    for (int i = 0; i < VALUES; i++) {
      double work = CostModel.work(factor(i), stretch.priced, stretch.cpu);
      double overhead = CostModel.overhead(factor(i), stretch.priced, work);
      double distance = (Math.log(overhead) - samples.log(size)) / samples.deviation(size);
      sampledLog[i] = -distance * distance / 2;
    }
    hasSamples = true;
    isFitted = true;
    normalise();
  }

  /** Excludes factors that leave no room for work in this stretch. */
  void seen(Stretch stretch) {
    double possible = 0;
    for (int i = 0; i < VALUES; i++) {
      possible += isPossible(i, stretch) ? probability[i] : 0;
    }
    if (possible < 1e-12) {
      return; // Dearer than thought possible, or cheaper than any value.
    }
    for (int i = 0; i < VALUES; i++) {
      believed[i] = isPossible(i, stretch) ? believed[i] : 0;
      compared[i] = isPossible(i, stretch) ? compared[i] : 0;
    }
    normalise();
  }

  private static boolean isPossible(int i, Stretch stretch) {
    return CostModel.isPossible(factor(i), stretch.priced, stretch.cpu);
  }

  /**
   * Compares two stretches that have different probes.
   *
   * @param work how much more work was done in the second; must be known
   */
  void compare(Stretch before, Stretch after, AnchorRatio work) {
    double change =
        before.priced > 0 && after.priced > 0
            ? Math.log(after.priced / before.priced) - work.log()
            : 0;
    double deviation = deviation();
    multiply(before, after, work);
    isFitted |= deviation() < TELLING * deviation;
    double drift = Math.hypot(DRIFT, EXPONENT_DEVIATION * change);
    spread(believed, drift, minimum);
    spread(compared, drift, 0);
    normalise();
  }

  /** Two stretches with the same probes: they say how steady the program is. */
  void unchanged(Stretch before, Stretch after, AnchorRatio work) {
    double residual =
        Math.log(CostModel.work(quantile(0.5), after.priced, after.cpu))
            - Math.log(CostModel.work(quantile(0.5), before.priced, before.cpu))
            - work.log();
    residuals += Math.min(residual * residual, 1);
    unchanged++;
  }

  /** Bayes' rule. */
  private void multiply(Stretch before, Stretch after, AnchorRatio work) {
    double variance =
        (UNSTEADINESS_WEIGHT * UNSTEADINESS * UNSTEADINESS + residuals)
                / (UNSTEADINESS_WEIGHT + unchanged)
            + work.error() * work.error();
    for (int i = 0; i < VALUES; i++) {
      double workBefore = CostModel.work(factor(i), before.priced, before.cpu);
      double workAfter = workBefore * Math.exp(work.log());
      double expected = workAfter * (1 + CostModel.overhead(factor(i), after.priced, workAfter));
      double distance = Math.log(after.cpu / expected);
      // Student's t with few degrees of freedom: once in a while a stretch is like no other.
      double unlikeliness = Math.pow(1 + distance * distance / variance / TAIL, (TAIL + 1) / 2);
      believed[i] /= unlikeliness;
      compared[i] /= unlikeliness;
    }
    normalise();
  }

  /** Adds a normal distribution to the logarithm; no factor below the least becomes possible. */
  private static void spread(double[] values, double deviation, double least) {
    double[] spread = new double[VALUES];
    for (int i = 0; i < VALUES; i++) {
      for (int j = 0; factor(i) >= least && j < VALUES; j++) {
        double distance = (j - i) * STEP / deviation;
        spread[i] += values[j] * Math.exp(-distance * distance / 2);
      }
    }
    System.arraycopy(spread, 0, values, 0, VALUES);
  }

  /** Whether two configurations were compared, or samples told. */
  boolean isFitted() {
    return isFitted;
  }

  /** The factor below which the truth lies with this probability, for decisions. */
  double quantile(double share) {
    return quantile(probability, share);
  }

  /**
   * The same for what is printed and subtracted. Until there are samples, decisions treat every
   * program as a large one, since probes cost more there, and the budget is kept. What is printed
   * goes by the program's size.
   */
  double quantile(double share, ProgramSize size) {
    if (hasSamples || size == ProgramSize.LARGE) {
      return quantile(share);
    }
    double[] told = new double[VALUES];
    Arrays.setAll(told, i -> compared[i] * density(i, SMALL_LOG, SMALL_DEVIATION));
    return quantile(told, share);
  }

  private static double quantile(double[] values, double share) {
    double all = Arrays.stream(values).sum();
    double sum = 0;
    for (int i = 0; i < VALUES; i++) {
      sum += values[i];
      if (sum >= share * all) {
        return factor(i);
      }
    }
    return factor(VALUES - 1);
  }

  /** Mean of the factor's logarithm. */
  double log() {
    double mean = 0;
    for (int i = 0; i < VALUES; i++) {
      mean += probability[i] * (MIN_LOG + i * STEP);
    }
    return mean;
  }

  /** Standard deviation of the factor's logarithm. */
  double deviation() {
    double mean = log();
    double square = 0;
    for (int i = 0; i < VALUES; i++) {
      double distance = MIN_LOG + i * STEP - mean;
      square += probability[i] * distance * distance;
    }
    return Math.sqrt(square);
  }

  private static double density(int i, double log, double deviation) {
    double distance = (MIN_LOG + i * STEP - log) / deviation;
    return Math.exp(-distance * distance / 2);
  }

  private static double factor(int i) {
    return Math.exp(MIN_LOG + i * STEP);
  }

  private void normalise() {
    divide(believed, Arrays.stream(believed).max().orElseThrow());
    divide(compared, Arrays.stream(compared).max().orElseThrow());
    if (hasSamples) {
      multiplyBySamples();
    } else {
      System.arraycopy(believed, 0, probability, 0, VALUES);
    }
    divide(probability, Arrays.stream(probability).sum());
  }

  private void multiplyBySamples() {
    double[] logs = new double[VALUES];
    Arrays.setAll(logs, i -> Math.log(compared[i]) + sampledLog[i]);
    double greatest = Arrays.stream(logs).max().orElseThrow();
    Arrays.setAll(probability, i -> Math.exp(logs[i] - greatest));
  }

  private static void divide(double[] values, double by) {
    for (int i = 0; i < VALUES; i++) {
      values[i] /= by;
    }
  }
}
