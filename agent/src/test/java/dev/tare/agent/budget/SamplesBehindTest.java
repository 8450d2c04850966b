package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Samples of a program's start are read after it, and tell as much then. */
class SamplesBehindTest {
  private static final long SECOND = 1_000_000_000;
  private static final Budget BUDGET = Budget.parse("100%").orElseThrow();

  /** More than {@link ProgramSize} calls small. */
  private static final int METHODS = 300;

  /** A program in which nothing but time changes. */
  private static final class Program extends AlikeMethods {
    private boolean isBehind;
    private double seconds;
    private double compilers;

    /** Lets time pass; compilers work for a part of it. */
    void run(double time, double compilerShare) {
      seconds += time;
      compilers += time * compilerShare;
    }

    private Instant now() {
      return Instant.ofEpochMilli((long) (1000 * seconds));
    }

    @Override
    public long cpuNanos() {
      return (long) (seconds * SECOND);
    }

    @Override
    public Reading read() {
      long[] calls = new long[METHODS];
      Arrays.fill(calls, (long) (20_000 * seconds));
      return new Reading(
          cpuNanos(), calls, calls.clone(), new BitSet(), (long) (compilers * SECOND), now());
    }

    /** One each 4 ms, a fifth of them in probes. */
    @Override
    public ProbeSamples samples(Instant from, Instant to, boolean isWarm) {
      if (isBehind) {
        return ProbeSamples.NONE;
      }
      long all = (to.toEpochMilli() - Math.max(0, from.toEpochMilli())) / 4;
      return new ProbeSamples(all, all / 5);
    }

    @Override
    public boolean areSamplesBehind() {
      return isBehind;
    }
  }

  private final Program program = new Program();
  private final BudgetController controller = controller(program);

  private static BudgetController controller(Program program) {
    BudgetController made =
        new BudgetController(
            BUDGET,
            ProbePrices.sampled(() -> Double.NaN),
            program,
            tiers -> new TierSwitch.Outcome(0, Set.of()),
            LearnedRates.none(),
            true);
    made.tick();
    return made;
  }

  private static void run(
      BudgetController controller, Program program, double seconds, double compilerShare) {
    for (int i = 0; i < 10 * seconds; i++) {
      program.run(0.1, compilerShare);
      controller.tick();
    }
  }

  /** What is told of a program whose samples are always known. */
  private static OverheadEstimate toldAtOnce(double seconds) {
    Program other = new Program();
    BudgetController known = controller(other);
    run(known, other, seconds, 0.5);
    return known.status().overall();
  }

  @Test
  void coldStretchesAreToldByTheirSamplesOnceTheseAreRead() {
    program.isBehind = true;
    run(controller, program, 9, 0.5);
    OverheadEstimate before = controller.status().overall();
    program.isBehind = false;
    run(controller, program, 9, 0.5);
    OverheadEstimate atOnce = toldAtOnce(18);
    assertNotEquals(before.middle(), controller.status().overall().middle());
    assertEquals(atOnce.low(), controller.status().overall().low(), 1e-6);
    assertEquals(atOnce.middle(), controller.status().overall().middle(), 1e-6);
    assertEquals(atOnce.high(), controller.status().overall().high(), 1e-6);
  }

  @Test
  void atTheEndTheyAreReadWithoutAnotherLook() {
    program.isBehind = true;
    run(controller, program, 9, 0.5);
    int looks = controller.status().looks();
    program.isBehind = false;
    controller.readSamples();
    OverheadEstimate atOnce = toldAtOnce(9);
    assertEquals(atOnce.low(), controller.status().overall().low(), 1e-6);
    assertEquals(atOnce.middle(), controller.status().overall().middle(), 1e-6);
    assertEquals(looks, controller.status().looks());
  }

  @Test
  void samplesOfWarmCodeTellPricesAtTheNextLook() {
    program.isBehind = true;
    run(controller, program, 9, 0);
    OverheadEstimate byBelief = controller.status().overall();
    program.isBehind = false;
    controller.readSamples();
    double bySamples = ProgramSize.LARGE.bySamples / 4; // A quarter of the time outside of probes.
    assertEquals(bySamples, controller.status().recent().middle(), 0.1 * bySamples);
    assertTrue(Math.abs(byBelief.middle() - bySamples) > 0.2 * bySamples);
  }
}
