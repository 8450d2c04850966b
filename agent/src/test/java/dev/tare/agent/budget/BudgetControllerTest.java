package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BudgetControllerTest {
  private static final int METHODS = 8;

  /** A program in which every other reading lacks the last method, and has fewer calls. */
  private static final class Forgetful implements ProgramView {
    private long seconds;
    private int readings;

    @Override
    public long cpuNanos() {
      return seconds * 1_000_000_000;
    }

    @Override
    public Reading read() {
      boolean forgets = readings++ % 2 == 1;
      long[] calls = new long[METHODS - (forgets ? 1 : 0)];
      Arrays.fill(calls, 1_000_000 * seconds / (forgets ? 100 : 1));
      return new Reading(cpuNanos(), calls, new BitSet(), Reading.NOT_KNOWN);
    }

    @Override
    public MethodTraits traits(int method) {
      return new MethodTraits("A", "m" + method, "()V", 1, 50, 90, false, false, false);
    }

    @Override
    public Tier tier(int method) {
      return Tier.TIMED;
    }
  }

  /** Where memory is short, nodes of ended threads are given up. */
  @Test
  void methodsAndCallsThatAreForgottenEndNoLook() {
    Forgetful program = new Forgetful();
    TierSwitch never = (Map<Integer, Tier> tiers) -> new TierSwitch.Outcome(0, 0, Set.of());
    BudgetController controller =
        new BudgetController(
            new Budget(1), ProbePrices.sampled(), program, never, LearnedRates.none(), false);
    for (; program.seconds <= 64; program.seconds++) {
      controller.tick();
    }
    assertEquals(7, controller.status().looks(), "at 1, 2, 4 ... 64 s");
  }
}
