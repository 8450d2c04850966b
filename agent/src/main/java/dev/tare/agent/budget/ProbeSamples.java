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

  /** Whether they are enough. */
  boolean areTelling() {
    return all >= MIN_SAMPLES && inProbes < all;
  }

  /** CPU time in probes by CPU time outside of them. */
  double overhead() {
    return (inProbes + 0.5) / (all - inProbes);
  }

  /** Standard error of the overhead's logarithm: counts of rare events are Poisson distributed. */
  double error() {
    return 1 / Math.sqrt(inProbes + 0.5);
  }
}
