package dev.tare.runtime;

/** What a pair of probes costs here and now, for the estimate of the slowdown. */
public final class ProbeCost {
  private static final int PAIRS = 5_000;
  private static final int ROUNDS = 12;

  private ProbeCost() {}

  /** Nanoseconds of a full-mode pair: the least of a few rounds. */
  public static double fullNanos() {
    AgentWork work = AgentWork.begin();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long from = System.nanoTime();
      for (int i = 0; i < PAIRS; i++) {
        FullProbe.exit(FullProbe.enter(0));
      }
      least = Math.min(least, System.nanoTime() - from);
    }
    work.end();
    return (double) least / PAIRS;
  }

  /** Nanoseconds of a sampled-mode pair: the least of a few rounds. */
  public static double sampledNanos() {
    AgentWork work = AgentWork.begin();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long from = System.nanoTime();
      for (int i = 0; i < PAIRS; i++) {
        SampledProbe.exit(SampledProbe.enter(0));
      }
      least = Math.min(least, System.nanoTime() - from);
    }
    work.end();
    return (double) least / PAIRS;
  }
}
