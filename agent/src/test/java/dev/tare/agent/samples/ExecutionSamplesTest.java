package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.budget.ProbeSamples;
import dev.tare.runtime.sampled.BusyProbe;
import dev.tare.sampled.BusyWork;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ExecutionSamplesTest {
  private final ExecutionSamples samples = new ExecutionSamples();

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void halfOfTheSamplesAreInProbesWhereHalfOfTheThreadsAre() throws InterruptedException {
    try (BusyWork program = new BusyWork();
        BusyWork probe = new BusyProbe()) {
      program.start();
      probe.start();
      ProbeSamples counted = told();
      end();

      assertEquals(0.5, (double) counted.inProbes() / counted.all(), 0.1);
    }
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void theRecorderIsOffOnceThereAreEnough() throws InterruptedException {
    try (BusyWork program = new BusyWork()) {
      program.start();
      told();
      assertTrue(isRecording());

      end();
    }
  }

  private ProbeSamples told() throws InterruptedException {
    ProbeSamples counted = samples.between(Instant.EPOCH, Instant.now(), false);
    while (!counted.areTelling()) {
      Thread.sleep(10);
      counted = samples.between(Instant.EPOCH, Instant.now(), false);
    }
    return counted;
  }

  private void end() throws InterruptedException {
    samples.between(Instant.EPOCH, Instant.now(), true);
    while (isRecording()) {
      Thread.sleep(10);
    }
  }

  private static boolean isRecording() {
    return FlightRecorder.getFlightRecorder().getRecordings().stream()
        .anyMatch(
            recording -> "true".equals(recording.getSettings().get("jdk.ExecutionSample#enabled")));
  }
}
