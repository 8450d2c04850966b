package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A method that always keeps its probe costs more than the budget, as far as is known at first. */
class UnreachableBudgetTest {
  private static final double SECOND = 1e9;
  private static final double NAMED_CALLS_PER_WORK = 0.006;

  /** Its probes take four tenths of its own CPU time; the compilers end after two seconds. */
  private static final class Program extends AlikeMethods {
    private final double[] calls = new double[30];
    private double cpuNanos;

    void run(double nanos) {
      double work = nanos / (1 + 0.4);
      calls[0] += NAMED_CALLS_PER_WORK * work;
      for (int method = 1; method < calls.length; method++) {
        calls[method] += 1e-6 * work;
      }
      cpuNanos += nanos;
    }

    @Override
    public long cpuNanos() {
      return (long) cpuNanos;
    }

    @Override
    public Reading read() {
      long[] counted = Arrays.stream(calls).mapToLong(count -> (long) count).toArray();
      long compilers = (long) Math.min(0.7 * cpuNanos, 1.5 * SECOND);
      return new Reading(
          cpuNanos(), counted, new long[calls.length], new BitSet(), compilers, Instant.EPOCH);
    }

    @Override
    public MethodTraits traits(int method) {
      return new MethodTraits(
          "A" + method, "m", "()V", new CodeTraits(1, 100, false, true, method == 0));
    }
  }

  @Test
  void whatIsSaidOfItIsTakenBackOnceTheBudgetIsKept() {
    Program program = new Program();
    BudgetController controller =
        new BudgetController(
            new Budget(1),
            ProbePrices.full("time", () -> Double.NaN),
            program,
            (Map<Integer, Tier> tiers) -> new TierSwitch.Outcome(0, Set.of()),
            LearnedRates.none(),
            false);
    while (controller.status().looks() == 0) {
      program.run(SECOND / 10);
      controller.tick();
    }
    assertFalse(controller.status().isReachable());
    while (program.cpuNanos < 130 * SECOND) {
      program.run(SECOND / 10);
      controller.tick();
    }
    assertTrue(controller.status().isReachable(), controller.status().text());
  }
}
