package dev.tare.agent.samples;

import dev.tare.agent.budget.ProbeSamples;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How many samples met a probe, by the moment at which they were taken. Not for several threads.
 */
final class ProbeSampleCounts {
  private static final long BIN_NANOS = 50_000_000;
  private static final long BINS_A_SECOND = 1_000_000_000 / BIN_NANOS;

  /** By the number of a bin since the epoch. */
  private final NavigableMap<Long, ProbeSamples> bins = new TreeMap<>();

  /** Of any moment: before a program's first look, {@link Instant#MIN} stands for its start. */
  private static long bin(Instant at) {
    return at.getEpochSecond() * BINS_A_SECOND + at.getNano() / BIN_NANOS;
  }

  void add(Instant at, boolean isInProbe) {
    bins.merge(
        bin(at),
        new ProbeSamples(1, isInProbe ? 1 : 0),
        (all, one) -> new ProbeSamples(all.all() + 1, all.inProbes() + one.inProbes()));
  }

  /** Those taken between two moments; those before are forgotten. */
  ProbeSamples between(Instant from, Instant to) {
    bins.headMap(bin(from)).clear();
    long all = 0;
    long inProbes = 0;
    for (ProbeSamples bin : bins.headMap(bin(to), true).values()) {
      all += bin.all();
      inProbes += bin.inProbes();
    }
    return new ProbeSamples(all, inProbes);
  }
}
