package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Programs that end before the first stretch is long enough to be measured. */
class ShortRunTest {
  private static final long MILLISECOND = 1_000_000;

  /** One method, and so many calls in so much time. */
  private static final class Program extends AlikeMethods {
    private final long nanos;
    private final long calls;
    private long cpuNanos;

    Program(long nanos, long calls) {
      this.nanos = nanos;
      this.calls = calls;
    }

    @Override
    public long cpuNanos() {
      return cpuNanos;
    }

    @Override
    public Reading read() {
      return reading(cpuNanos);
    }

    @Override
    public Reading readTrees() {
      return reading(nanos);
    }

    private Reading reading(long cpu) {
      return new Reading(
          cpu, new long[] {calls}, new long[1], new BitSet(), Reading.NOT_KNOWN, Instant.EPOCH);
    }
  }

  private final LearnedRates learned = LearnedRates.none();

  private BudgetController controller(Program program) {
    return new BudgetController(
        new Budget(1),
        ProbePrices.full("time", () -> 20),
        program,
        (Map<Integer, Tier> tiers) -> new TierSwitch.Outcome(0, Set.of()),
        learned,
        false);
  }

  @Test
  void noMoreIsSubtractedThanTheProgramTook() {
    Program program = new Program(200 * MILLISECOND, 40_000_000);
    BudgetController controller = controller(program);
    assertTrue(controller.callPrices().pair() * program.calls > program.nanos, "as is believed");
    controller.finish();
    assertTrue(controller.callPrices().pair() * program.calls <= program.nanos);
    assertEquals(1, controller.status().looks());
    assertEquals(program.nanos, controller.status().cpuNanos());
    assertTrue(controller.learn());
    assertNotNull(NextRun.of(learned).rate("A", "m0()V"));
  }

  /** As where few classes are included: what else the start took is not of their calls. */
  @Test
  void fewCallsLoseLittleThoughCodeIsCold() {
    Program program = new Program(8_000 * MILLISECOND, 1_000);
    BudgetController controller = controller(program);
    controller.finish();
    assertEquals(program.nanos, controller.status().cpuNanos());
    double price = ProbePrices.COUNTED_IN_FULL_NANOS;
    assertTrue(controller.callPrices().pair() <= 3.001 * price, controller.callPrices().toString());
    assertTrue(controller.status().overall().low() < 0.001, controller.status().toString());
  }

  /** The time between the first tick and the end is short, that of the program is not. */
  @Test
  void whatEndsSoonAfterTheFirstTickIsMeasuredAsAWhole() {
    Program program = new Program(450 * MILLISECOND, 40_000_000);
    BudgetController controller = controller(program);
    controller.tick();
    program.cpuNanos = 50 * MILLISECOND;
    controller.finish();
    assertEquals(program.nanos, controller.status().cpuNanos());
  }

  @Test
  void aMomentTellsNothingOfTheNextRun() {
    BudgetController controller = controller(new Program(50 * MILLISECOND, 10_000_000));
    controller.finish();
    assertEquals(1, controller.status().looks());
    assertFalse(controller.learn());
    assertNull(NextRun.of(learned).rate("A", "m0()V"));
  }

  /** As where readings are of instructions. */
  @Test
  void withoutATimeNothingIsMeasured() {
    BudgetController controller = controller(new Program(0, 10_000_000));
    controller.finish();
    assertEquals(0, controller.status().looks());
  }
}
