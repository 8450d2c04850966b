package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rates are those of the work that follows a start, which is like no other. */
class LaterWorkTest {
  private static final int OF_START = 20;
  private static final double START_SECONDS = 0.6;

  /**
   * Its first methods are called a hundred times as often at its start as later; a last one is
   * called then.
   */
  private static final class Program extends AlikeMethods {
    private double seconds;

    @Override
    public long cpuNanos() {
      return (long) (1e9 * seconds);
    }

    @Override
    public Reading read() {
      double later = Math.max(0, seconds - START_SECONDS);
      long[] calls = new long[OF_START + 1];
      Arrays.fill(calls, (long) (1_000 * later + 100_000 * (seconds - later)));
      calls[OF_START] = (long) (100_000 * later);
      return new Reading(
          cpuNanos(), calls, new long[calls.length], new BitSet(), cpuNanos(), Instant.EPOCH);
    }
  }

  @Test
  void theStartMakesNoRateOfLaterWorkLess() {
    Program program = new Program();
    LearnedRates learned = LearnedRates.none();
    BudgetController controller =
        new BudgetController(
            new Budget(1),
            ProbePrices.sampled(() -> Double.NaN),
            program,
            (Map<Integer, Tier> tiers) -> new TierSwitch.Outcome(0, Set.of()),
            learned,
            false);
    for (int i = 0; i < 50; i++) {
      controller.tick();
      program.seconds += 0.1;
    }
    controller.finish();
    controller.learn();
    LearnedRates next = NextRun.of(learned);
    double hot = Objects.requireNonNull(next.rate("A", "m" + OF_START + "()V")).callsPerWork();
    double second = Math.sqrt(1e9 * ColdCode.countedWork(1e9, 120_000));
    assertEquals(1, hot * second / 100_000, 0.3);
  }
}
