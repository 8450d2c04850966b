package dev.tare.report.diff;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What is compared of several runs: the methods that are tested, each value as a part of the
 * method's mean.
 */
final class TestedValues {
  private final double[][] values;
  private final boolean[] isMeasurable;
  private final double[] chance;
  private final double[] paces;
  private final boolean isPaceKnown;

  /**
   * Of these.
   *
   * @param values of each run and tested method
   * @param isMeasurable of each tested method, whether every run has a value of it and not just an
   *     error
   * @param chance of each tested method, the variance of its values by chance
   * @param paces of each run, what it took against the mean of all
   */
  TestedValues(double[][] values, boolean[] isMeasurable, double[] chance, double[] paces) {
    this.values = values;
    this.isMeasurable = isMeasurable;
    this.chance = chance;
    this.paces = paces;
    isPaceKnown =
        IntStream.range(0, isMeasurable.length).filter(method -> isMeasurable[method]).count()
            >= Noise.MIN_METHODS;
  }

  /** How many methods are tested. */
  int methods() {
    return isMeasurable.length;
  }

  boolean isMeasurable(int method) {
    return isMeasurable[method];
  }

  /** The variance of a method's values by chance. */
  double chance(int method) {
    return chance[method];
  }

  /** The values of a method, in this order of the runs. */
  double[] of(int method, int[] order) {
    return IntStream.of(order).mapToDouble(run -> values[run][method]).toArray();
  }

  /** The paces in this order of the runs; all alike where too few methods tell them. */
  double[] paces(int[] order) {
    return isPaceKnown
        ? IntStream.of(order).mapToDouble(run -> paces[run]).toArray()
        : DoubleStream.generate(() -> 1).limit(order.length).toArray();
  }
}
