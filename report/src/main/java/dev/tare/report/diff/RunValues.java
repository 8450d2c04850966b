package dev.tare.report.diff;

import java.util.stream.DoubleStream;

/** Self values of several runs, and how exactly they were measured; in the metric's unit. */
final class RunValues {
  private final double[][] self;
  private final double[][] chance;
  private final double[][] overhead;
  private final double[] work;

  /**
   * Values of each run and method.
   *
   * @param chance variances of these by chance, in the square of the unit
   * @param overhead by how much these may be wrong by the overhead that was subtracted
   */
  RunValues(double[][] self, double[][] chance, double[][] overhead) {
    this(self, chance, overhead, DoubleStream.generate(() -> 1).limit(self.length).toArray());
  }

  private RunValues(double[][] self, double[][] chance, double[][] overhead, double[] work) {
    this.self = self;
    this.chance = chance;
    this.overhead = overhead;
    this.work = work;
  }

  /** Values that were measured without error. */
  static RunValues exact(double[][] self) {
    double[][] nothing = new double[self.length][];
    for (int run = 0; run < self.length; run++) {
      nothing[run] = new double[self[run].length];
    }
    return new RunValues(self, nothing, nothing);
  }

  int runs() {
    return self.length;
  }

  /** A copy of the values, for whoever evens them out. */
  double[][] self() {
    return both(self, new double[0][]);
  }

  /** Variance of a value by chance. */
  double chance(int run, int method) {
    return chance[run][method];
  }

  /** Variance of a value by the overhead. */
  double overhead(int run, int method) {
    return overhead[run][method] * overhead[run][method];
  }

  /** Variance of a value by chance and overhead. */
  double variance(int run, int method) {
    return chance(run, method) + overhead(run, method);
  }

  /** These runs, and then others. */
  RunValues and(RunValues others) {
    return new RunValues(
        both(self, others.self), both(chance, others.chance), both(overhead, others.overhead));
  }

  /** How much work a run did, that its values were divided by. */
  double work(int run) {
    return work[run];
  }

  /** Values for as much work as in the mean run. */
  RunValues dividedBy(double[] workOfRuns) {
    double[][] equal = both(self, new double[0][]);
    double[][] equalChance = both(chance, new double[0][]);
    double[][] equalOverhead = both(overhead, new double[0][]);
    for (int run = 0; run < runs(); run++) {
      for (int method = 0; method < self[run].length; method++) {
        equal[run][method] /= workOfRuns[run];
        equalChance[run][method] /= workOfRuns[run] * workOfRuns[run];
        equalOverhead[run][method] /= workOfRuns[run];
      }
    }
    return new RunValues(equal, equalChance, equalOverhead, workOfRuns.clone());
  }

  private static double[][] both(double[][] first, double[][] second) {
    double[][] all = new double[first.length + second.length][];
    for (int run = 0; run < all.length; run++) {
      all[run] = (run < first.length ? first[run] : second[run - first.length]).clone();
    }
    return all;
  }
}
