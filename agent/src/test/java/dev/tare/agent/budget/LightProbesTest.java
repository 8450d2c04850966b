package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A service whose compilers are always busy: its work counts by its calls, as less than it took,
 * and many of its methods have probes that are light beside their own time.
 */
class LightProbesTest {
  private static final double SECOND = 1e9;
  private static final int METHODS = 3_000;
  private static final int METHODS_A_CLASS = 8;

  /** Of all methods, in a nanosecond of work; a call costs 80 ns then. */
  private static final double CALLS_PER_WORK = 0.0013;

  private static final double PROBE_NANOS = 80;

  private static final class Service extends AlikeMethods {
    private final double[] callsPerWork = logNormal(1, CALLS_PER_WORK);
    private final double[] selfShare = logNormal(2, 1);
    private final double[] calls = new double[METHODS];
    private final double[] self = new double[METHODS];
    private final Tier[] tiers = new Tier[METHODS];
    private double cpuNanos;

    Service() {
      Arrays.fill(tiers, Tier.TIMED);
    }

    private static double[] logNormal(long seed, double sum) {
      Random random = new Random(seed);
      double[] values =
          random.doubles(METHODS).map(value -> Math.exp(1.5 * random.nextGaussian())).toArray();
      double all = Arrays.stream(values).sum();
      return Arrays.stream(values).map(value -> sum * value / all).toArray();
    }

    void run(double nanos) {
      double overhead = 0;
      for (int method = 0; method < METHODS; method++) {
        overhead += tiers[method].hasProbe() ? PROBE_NANOS * callsPerWork[method] : 0;
      }
      double work = nanos / (1 + overhead);
      for (int method = 0; method < METHODS; method++) {
        if (tiers[method].hasProbe()) {
          calls[method] += callsPerWork[method] * work;
          self[method] += selfShare[method] * work;
        }
      }
      cpuNanos += nanos;
    }

    TierSwitch.Outcome change(Map<Integer, Tier> changes) {
      changes.forEach((method, tier) -> tiers[method] = tier);
      return new TierSwitch.Outcome(changes.size() / METHODS_A_CLASS, Set.of());
    }

    @Override
    public long cpuNanos() {
      return (long) cpuNanos;
    }

    @Override
    public Tier tier(int method) {
      return tiers[method];
    }

    @Override
    public MethodTraits traits(int method) {
      return new MethodTraits(
          "A" + method / METHODS_A_CLASS,
          "m" + method,
          "()V",
          new CodeTraits(1, 50, false, false, false));
    }

    @Override
    public Reading read() {
      return new Reading(
          cpuNanos(),
          Arrays.stream(calls).mapToLong(count -> (long) count).toArray(),
          Arrays.stream(self).mapToLong(nanos -> (long) nanos).toArray(),
          new BitSet(),
          (long) (0.6 * cpuNanos),
          Instant.EPOCH);
    }
  }

  @Test
  void theyTakeNoProbesFromTheOthers() {
    Service service = new Service();
    BudgetController controller =
        new BudgetController(
            new Budget(1),
            ProbePrices.full("time", () -> Double.NaN),
            service,
            service::change,
            LearnedRates.none(),
            false);
    while (service.cpuNanos < 25 * SECOND) {
      service.run(SECOND / 20);
      controller.tick();
      assertTrue(controller.status().isReachable(), controller.status().text());
    }
    long merged = Arrays.stream(service.tiers).filter(tier -> tier == Tier.MERGED).count();
    assertTrue(controller.status().batches() > 0, "probes were taken");
    assertTrue(merged < METHODS / 2, merged + " methods are merged");
  }
}
