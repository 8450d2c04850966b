package dev.tare.agent.budget;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Of methods without probes and rates, a run learns which were compiled. */
class CompiledLearntTest {
  private static final long SECOND = 1_000_000_000;

  /** Two methods without probes, of which the first is compiled until it is not called any more. */
  private static final class Program extends AlikeMethods {
    private long seconds;
    private long isCalledUntil = Long.MAX_VALUE;
    private int asked;

    @Override
    public long cpuNanos() {
      return seconds * SECOND;
    }

    @Override
    public Reading read() {
      Instant at = Instant.ofEpochSecond(seconds);
      return new Reading(cpuNanos(), new long[2], new long[2], new BitSet(), 0, at);
    }

    @Override
    public BitSet compiled() {
      asked++;
      BitSet compiled = new BitSet();
      compiled.set(0, seconds < isCalledUntil);
      return compiled;
    }

    @Override
    public Tier tier(int method) {
      return Tier.MERGED;
    }
  }

  private final Program program = new Program();
  private final LearnedRates learned = LearnedRates.none();

  private void run(long seconds) {
    learned.beginsUnmeasured();
    BudgetController controller =
        new BudgetController(
            new Budget(0.1),
            ProbePrices.sampled(() -> Double.NaN),
            program,
            (Map<Integer, Tier> tiers) -> new TierSwitch.Outcome(0, Set.of()),
            learned,
            false);
    for (; program.seconds <= seconds; program.seconds++) {
      controller.tick();
    }
    controller.finish();
    controller.learn();
  }

  private void demandTheFirst() {
    LearnedRates next = NextRun.of(learned);
    assertTrue(requireNonNull(next.rate("A", "m0()V")).isUnmeasured());
    assertNull(next.rate("A", "m1()V"));
  }

  @Test
  void aShortRunAsksAtItsEnd() {
    run(40);
    assertEquals(1, program.asked);
    demandTheFirst();
  }

  @Test
  void aLongRunAsksFromItsFirstMinuteOnAndForgetsNone() {
    program.isCalledUntil = 70;
    run(200);
    assertEquals(3, program.asked, "at 64, at 128, and in the last look");
    demandTheFirst();
  }
}
