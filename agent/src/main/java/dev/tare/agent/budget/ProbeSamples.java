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

  /** Of fewer samples, the part in probes says too little. */
  private static final long MIN_SAMPLES = 250;

  /** Overhead / what samples show, while code is being compiled. */
  private static final double WHILE_COLD = 1.3;

  /** Standard deviation of its logarithm, from program to program. */
  private static final double COLD_DEVIATION = 0.5;

  /** By how much more it is while new work is compiled: probes are taken out meanwhile. */
  private static final double NEW_WORK = 2;

  /** So many standard deviations of a normal distribution hold 95% of its values. */
  private static final double NEARLY_ALL = 1.96;

  /** Whether they are enough. */
  public boolean areTelling() {
    return all >= MIN_SAMPLES && inProbes < all;
  }

  /** The logarithm of the overhead, where code is compiled. */
  double log(ProgramSize size) {
    return Math.log(size.bySamples * seen());
  }

  /** Its standard deviation. */
  double deviation(ProgramSize size) {
    return withChance(size.deviation);
  }

  /** Time in probes / time outside of them. */
  private double seen() {
    return (inProbes + 0.5) / (all - inProbes);
  }

  /** Counts of rare events are Poisson distributed. */
  private double withChance(double deviation) {
    return Math.hypot(deviation, 1 / Math.sqrt(inProbes + 0.5));
  }

  /**
   * The overhead while code is being compiled.
   *
   * @param isNew whether no earlier run did the same work
   */
  OverheadEstimate whileCold(boolean isNew) {
    double middle = WHILE_COLD * seen() * (isNew ? NEW_WORK : 1);
    double factor = Math.exp(NEARLY_ALL * withChance(COLD_DEVIATION));
    return new OverheadEstimate(middle / factor, middle, middle * factor);
  }
}
