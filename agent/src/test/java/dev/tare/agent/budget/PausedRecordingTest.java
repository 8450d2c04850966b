package dev.tare.agent.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What passes while nothing is recorded is in no measurement. */
class PausedRecordingTest {
  private static final int METHODS = 300;

  /** A program that does the same all the time, in warm code, and is recorded now and then. */
  private static final class Program extends AlikeMethods {
    private final LearnedRates learned = LearnedRates.none();
    private final BudgetController controller =
        new BudgetController(
            new Budget(1),
            ProbePrices.sampled(() -> Double.NaN),
            this,
            (Map<Integer, Tier> tiers) -> new TierSwitch.Outcome(0, Set.of()),
            learned,
            false);
    private int tenths;
    private int recordedTenths;
    private int recording = 1;

    @Override
    public long cpuNanos() {
      return tenths * 100_000_000L;
    }

    @Override
    public int recording() {
      return recording;
    }

    @Override
    public Reading read() {
      long[] calls = new long[METHODS];
      Arrays.fill(calls, 20_000L * recordedTenths);
      return new Reading(cpuNanos(), calls, calls.clone(), new BitSet(), 0, Instant.EPOCH);
    }

    /** In this recording, or in none. */
    void run(int seconds, int inRecording) {
      recording = inRecording;
      for (int i = 0; i < 10 * seconds; i++) {
        controller.tick();
        tenths++;
        recordedTenths += inRecording == NO_RECORDING ? 0 : 1;
      }
    }

    double measuredSeconds() {
      return controller.status().cpuNanos() / 1e9;
    }

    /** What the next run knows of each method. */
    double callsPerWork() {
      controller.tick();
      controller.finish();
      controller.learn();
      return Objects.requireNonNull(NextRun.of(learned).rate("A", "m0()V")).callsPerWork();
    }
  }

  private final Program always = new Program();
  private final Program paused = new Program();

  @Test
  void afterOneRecordingRatesAreThoseOfIt() {
    always.run(5, 1);
    paused.run(5, 1);
    paused.run(45, ProgramView.NO_RECORDING);
    assertEquals(5, paused.measuredSeconds(), 0.2);
    assertEquals(1, paused.callsPerWork() / always.callsPerWork(), 0.1);
  }

  @Test
  void recordingsAddUp() {
    always.run(40, 1);
    for (int n = 1; n <= 4; n++) {
      paused.run(10, n);
      paused.run(50, ProgramView.NO_RECORDING);
    }
    BudgetStatus known = always.controller.status();
    BudgetStatus status = paused.controller.status();
    assertEquals(40, paused.measuredSeconds(), 1);
    assertEquals(known.overall().middle(), status.overall().middle(), 0.01);
    assertEquals(1, paused.callsPerWork() / always.callsPerWork(), 0.1);
  }

  /** Whoever asks for the status between two ticks sees a pause before the controller does. */
  @Test
  void aPauseInWhichTheStatusIsAskedForEndsTheStretchToo() {
    always.run(20, 1);
    paused.run(3, 1);
    paused.tenths += 50;
    paused.recording = 2;
    assertEquals(3, paused.measuredSeconds(), 0.3);
    paused.run(17, 2);
    assertEquals(20, paused.measuredSeconds(), 0.3);
    assertEquals(1, paused.callsPerWork() / always.callsPerWork(), 0.1);
  }

  /** As between two ticks. */
  @Test
  void aStretchIsOfOneRecordingAlone() {
    always.run(20, 1);
    paused.run(3, 1);
    paused.tenths += 50;
    paused.run(17, 2);
    assertEquals(20, paused.measuredSeconds(), 0.3);
    assertEquals(1, paused.callsPerWork() / always.callsPerWork(), 0.1);
  }
}
