package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BudgetControllerTest {
  @TempDir private Path folder = Path.of(".");

  private static final int METHODS = 8;

  /** A program in which every other reading lacks the last method, and has fewer calls. */
  private static final class Forgetful extends AlikeMethods {
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
      return new Reading(
          cpuNanos(), calls, calls.clone(), new BitSet(), Reading.NOT_KNOWN, Instant.EPOCH);
    }
  }

  /** Where memory is short, nodes of ended threads are given up. */
  @Test
  void methodsAndCallsThatAreForgottenEndNoLook() {
    Forgetful program = new Forgetful();
    TierSwitch never = (Map<Integer, Tier> tiers) -> new TierSwitch.Outcome(0, Set.of());
    BudgetController controller =
        new BudgetController(
            new Budget(1),
            ProbePrices.sampled(() -> Double.NaN),
            program,
            never,
            LearnedRates.none(),
            false);
    for (; program.seconds <= 64; program.seconds++) {
      controller.tick();
    }
    assertEquals(7, controller.status().looks(), "at 1, 2, 4 ... 64 s");
    for (; program.seconds <= 100; program.seconds++) {
      controller.tick();
    }
    assertEquals(
        101_000_000_000L, controller.status().cpuNanos(), "up to now, after the last tick");
  }

  /**
   * A hundred small methods and a large one, called more often than any of them, which has nearly
   * all of the time.
   */
  private static final class OneLarge extends AlikeMethods implements TierSwitch {
    private static final int SMALL = 100;
    private final Tier[] tiers = new Tier[1 + SMALL];
    private long seconds;

    private OneLarge() {
      Arrays.fill(tiers, Tier.TIMED);
    }

    @Override
    public long cpuNanos() {
      return seconds * 1_000_000_000;
    }

    @Override
    public Reading read() {
      long[] calls = new long[tiers.length];
      Arrays.fill(calls, 2000 * seconds);
      calls[0] = 3000 * seconds;
      long[] self = new long[tiers.length];
      Arrays.fill(self, 200 * seconds);
      self[0] = 980_000 * seconds;
      return new Reading(cpuNanos(), calls, self, new BitSet(), Reading.NOT_KNOWN, Instant.EPOCH);
    }

    @Override
    public Tier tier(int method) {
      return tiers[method];
    }

    @Override
    public Outcome apply(Map<Integer, Tier> batch) {
      batch.forEach((method, tier) -> tiers[method] = tier);
      return new Outcome(1, Set.of());
    }
  }

  @Test
  void whatIsLightBesideItsOwnTimeKeepsItsReadings() throws IOException {
    OneLarge program = new OneLarge();
    LearnedRates learned = LearnedRates.none();
    Budget budget = new Budget(0.002);
    BudgetController controller =
        new BudgetController(
            budget, ProbePrices.sampled(() -> Double.NaN), program, program, learned, false);
    for (; program.seconds <= 64; program.seconds++) {
      controller.tick();
    }
    assertEquals(Tier.TIMED, program.tier(0));
    long merged = Arrays.stream(program.tiers).filter(tier -> tier == Tier.MERGED).count();
    assertTrue(merged >= OneLarge.SMALL - TierChoice.KEPT_ANCHORS, () -> merged + " merged");
    controller.learn();
    LearnedFile file = new LearnedFile(folder.resolve("rates.tsv"), "1", "Main");
    file.write(learned);
    StartTiers next =
        StartTiers.of(
            budget, ProbePrices.sampled(() -> Double.NaN), file.read(), false, () -> false);
    assertEquals(Tier.TIMED, next.of(program.traits(0)), "in the next run, too");
    assertEquals(Tier.MERGED, next.of(program.traits(1)));
  }
}
