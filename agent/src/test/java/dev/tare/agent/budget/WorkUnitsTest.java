package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three kinds of work that take turns. */
class WorkUnitsTest {
  private static final double SECOND = 1e9;
  private static final int METHODS = 18;

  @TempDir private Path directory = Path.of("");

  /**
   * A third of the methods is called in two kinds of work each: twice as often in the second. So
   * each kind seems to do twice the work of the one before.
   */
  private static final class Turns extends AlikeMethods {
    private final double[] calls = new double[METHODS];
    private double cpu;

    void run(int kind) {
      cpu += SECOND;
      for (int i = 0; i < METHODS / 3; i++) {
        calls[kind * METHODS / 3 + i] += 1e3;
        calls[(kind + 2) % 3 * METHODS / 3 + i] += 2e3;
      }
    }

    @Override
    public long cpuNanos() {
      return (long) cpu;
    }

    @Override
    public Reading read() {
      return new Reading(
          cpuNanos(),
          Arrays.stream(calls).mapToLong(number -> (long) number).toArray(),
          new long[METHODS],
          new BitSet(),
          (long) (0.01 * cpu),
          Instant.ofEpochSecond(0, cpuNanos()));
    }
  }

  /** Ten hours of CPU time, each kind of work for a stretch. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void ratesStayThoseOfTheWorkHoweverLongTheyTakeTurns(int step) throws Exception {
    Turns program = new Turns();
    LearnedRates learned = LearnedRates.none();
    BudgetController controller =
        new BudgetController(
            new Budget(0.3),
            ProbePrices.full("time", () -> 60),
            program,
            tiers -> new TierSwitch.Outcome(0, Set.of()),
            learned,
            true);
    controller.tick();
    for (int second = 0; second < 36_000; second++) {
      program.run(second / 64 * step % 3);
      controller.tick();
    }
    controller.finish();
    controller.learn();
    LearnedFile file = new LearnedFile(directory.resolve("rates.tsv"), "1", "Main");
    file.write(learned);
    LearnedRates read = file.read();
    assertEquals("", file.refusal().orElse(""));
    for (int method = 0; method < METHODS; method++) {
      MethodTraits traits = program.traits(method);
      LearnedRate rate =
          Objects.requireNonNull(read.rate(traits.className(), traits.name() + "()V"));
      double truth = 1e3 / SECOND; // On the average of all kinds.
      assertTrue(rate.callsPerWork() > truth / 40, () -> rate.callsPerWork() + "");
      assertTrue(rate.callsPerWork() < truth * 40, () -> rate.callsPerWork() + "");
    }
  }

  @Test
  void theyGoTheirOwnWayAsFarAsTheCpuTimeAllows() {
    WorkUnits units = new WorkUnits(8, 4);
    assertEquals(units, units.boundedBy(1));
    double most = WorkUnits.MOST;
    assertEquals(new WorkUnits(most, most / 2), new WorkUnits(2 * most, most).boundedBy(1));
    assertEquals(new WorkUnits(1, 0.5), new WorkUnits(0.5, 0.25).boundedBy(most));
  }
}
