package dev.tare.agent.budget;

/**
 * How the CPU time of a stretch of the program comes about:
 *
 * <pre>
 *   cpu = work + probes,   probes = factor * work * (priced / work) ^ {@value #EXPONENT}
 * </pre>
 *
 * <p>where {@code priced} is calls by price ({@link ProbePrices}), {@code work} the CPU time of the
 * same program without probes, and {@code factor} what {@link PriceFit} finds. The exponent says
 * that a call costs the more the fewer probes there are: what is left stands in the way of inlining
 * that would happen otherwise. In H2 a call costs 9 ns (sampled) and 66 (full) where all methods
 * have probes, 18 and 82 where 2 % of the calls are left: exponents of 0.82 and 0.94.
 */
final class CostModel {
  /** See above. */
  static final double EXPONENT = 0.88;

  /** No program took more than 75 times as long: work is never below this share of the CPU time. */
  static final double MIN_WORK_SHARE = 0.01;

  private static final int HALVINGS = 40;

  private CostModel() {}

  /** Overhead as a share of the work. */
  static double overhead(double factor, double priced, double work) {
    return priced <= 0 ? 0 : factor * Math.pow(priced / work, EXPONENT);
  }

  /** What of the CPU time is work, never less than {@link #MIN_WORK_SHARE} of it. */
  static double work(double factor, double priced, double cpu) {
    double low = cpu * MIN_WORK_SHARE;
    double high = cpu;
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      if (middle * (1 + overhead(factor, priced, middle)) > cpu) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return (low + high) / 2;
  }

  /** Whether the CPU time has room for probes this dear. */
  static boolean isPossible(double factor, double priced, double cpu) {
    double least = cpu * MIN_WORK_SHARE;
    return least * (1 + overhead(factor, priced, least)) <= cpu;
  }

  /** The calls by price that a unit of work can have at this overhead. */
  static double pricedPerWork(double factor, double overhead) {
    return Math.pow(overhead / factor, 1 / EXPONENT);
  }
}
