package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A program that goes over its budget after more than a minute of CPU time. */
class LateBatchTest {
  private static final int METHODS = 300;
  private static final double SECOND = 1e9;
  private static final double LATE_SECOND = 100;
  private static final double BUSY_TICK = SECOND / 10;
  private static final double IDLE_TICK = SECOND / 1000;

  /** Warm code, whose methods are called thirty times as often from then on. */
  private static final class Program extends AlikeMethods implements TierSwitch {
    private final ProbePrices prices = ProbePrices.full("time", () -> Double.NaN);
    private final Tier[] tiers = new Tier[METHODS];
    private final double[] calls = new double[METHODS];
    private final List<Double> readAt = new ArrayList<>();
    private double cpuNanos;
    private double lastBatchNanos;

    Program() {
      Arrays.fill(tiers, Tier.TIMED);
    }

    private double callsPerWork(int method) {
      return 1e-6 * (method + 1) * (cpuNanos >= LATE_SECOND * SECOND ? 30 : 1);
    }

    void run(double nanos) {
      double priced = 0;
      for (int method = 0; method < METHODS; method++) {
        priced += callsPerWork(method) * prices.nanos(tiers[method], false);
      }
      for (int method = 0; method < METHODS; method++) {
        calls[method] += callsPerWork(method) * nanos / (1 + 1.5 * priced);
      }
      cpuNanos += nanos;
    }

    @Override
    public long cpuNanos() {
      return (long) cpuNanos;
    }

    @Override
    public Reading read() {
      readAt.add(cpuNanos);
      long[] counted = Arrays.stream(calls).mapToLong(count -> (long) count).toArray();
      return new Reading(cpuNanos(), counted, new long[METHODS], new BitSet(), 0, Instant.EPOCH);
    }

    @Override
    public Tier tier(int method) {
      return tiers[method];
    }

    @Override
    public Outcome apply(Map<Integer, Tier> batch) {
      batch.forEach((method, tier) -> tiers[method] = tier);
      lastBatchNanos = cpuNanos;
      return new Outcome(1, Set.of());
    }
  }

  private final Program program = new Program();
  private final BudgetController controller =
      new BudgetController(
          new Budget(0.3), program.prices, program, program, LearnedRates.none(), false);

  private void tick(double nanos) {
    program.run(nanos);
    controller.tick();
  }

  private void runToLateBatch() {
    while (program.lastBatchNanos < LATE_SECOND * SECOND) {
      assertTrue(program.cpuNanos < 10 * LATE_SECOND * SECOND, "no batch");
      tick(BUSY_TICK);
    }
  }

  @Test
  void theStretchAfterItIsAsLongAsOneThatEndsWithTheNextLook() {
    runToLateBatch();
    int looks = controller.status().looks();
    double batch = program.lastBatchNanos;
    program.readAt.clear();
    while (controller.status().looks() == looks) {
      tick(BUSY_TICK);
    }
    double begin = program.readAt.get(0);
    assertTrue(begin > batch, "after the pause");
    double stretch = program.readAt.get(1) - begin;
    assertTrue(stretch > 8 * SECOND - BUSY_TICK, stretch / SECOND + " s");
  }

  /** To read the program's trees takes long where they are large. */
  @Test
  void aProgramThatHasHardlyAnythingToDoIsReadAtTheBeginAndTheEndOfAStretchAlone() {
    runToLateBatch();
    int looks = controller.status().looks();
    double pauseEnds = 1.14 * program.cpuNanos;
    while (program.cpuNanos < pauseEnds) {
      tick(BUSY_TICK);
    }
    program.readAt.clear();
    for (int i = 0; i < 10_000 && controller.status().looks() == looks; i++) {
      tick(IDLE_TICK);
    }
    // The third is after a batch.
    assertTrue(program.readAt.size() <= 3, program.readAt.size() + " readings");
  }
}
