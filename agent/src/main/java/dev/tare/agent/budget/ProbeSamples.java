package dev.tare.agent.budget;

/**
 * Samples of the CPU time of the application's threads, and how many of them met a probe. What they
 * say of the overhead needs no price of a call, and holds for every kind of probe.
 *
 * @param all those whose stack is known
 * @param inProbes those of them with a probe in their stack
 */
public record ProbeSamples(long all, long inProbes) {
  /** None were taken. */
  public static final ProbeSamples NONE = new ProbeSamples(0, 0);

  /** Of fewer, the part in probes says too little. */
  private static final long MIN_SAMPLES = 250;

  /**
   * Overhead by that of samples: what C2 inlines no more, and code that it makes worse, is in no
   * probe; and work goes on beside a probe.
   */
  private static final double BY_SAMPLES = 1.3;

  /** Standard deviation of its logarithm, from program to program. */
  private static final double DEVIATION = 0.5;

  /** By how much more it is while new work is compiled: probes are taken out meanwhile. */
  private static final double NEW_WORK = 2;

  /** So many standard deviations of a normal distribution hold 95% of its values. */
  private static final double NEARLY_ALL = 1.96;

  /** Whether they are enough. */
  boolean areTelling() {
    return all >= MIN_SAMPLES && inProbes < all;
  }

  /** The logarithm of the overhead, where code is compiled. */
  double log() {
    return Math.log(BY_SAMPLES * (inProbes + 0.5) / (all - inProbes));
  }

  /** Its standard deviation; counts of rare events are Poisson distributed. */
  double deviation() {
    return Math.hypot(DEVIATION, 1 / Math.sqrt(inProbes + 0.5));
  }

  /**
   * The overhead while code is being compiled.
   *
   * @param isNew whether no earlier run did the same work
   */
  OverheadEstimate whileCold(boolean isNew) {
    double middle = Math.exp(log()) * (isNew ? NEW_WORK : 1);
    double factor = Math.exp(NEARLY_ALL * deviation());
    return new OverheadEstimate(middle / factor, middle, middle * factor);
  }
}
