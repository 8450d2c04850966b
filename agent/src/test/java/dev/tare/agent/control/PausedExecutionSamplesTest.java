package dev.tare.agent.control;

import dev.tare.agent.samples.ExecutionSamples;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import jdk.jfr.FlightRecorder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** While nothing is recorded, the budget has nothing recorded by the flight recorder either. */
class PausedExecutionSamplesTest {
  private final ExecutionSamples samples = new ExecutionSamples();

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void aStopEndsThemAndAStartLetsThemBeginAgain(@TempDir Path folder) throws Exception {
    Profiler profiler =
        new PlainRun(folder, PlainRun.REGISTRY) {
          @Override
          Optional<ExecutionSamples> executionSamples() {
            return Optional.of(samples);
          }
        }.recording(false);
    awaitRecording();
    profiler.stop();
    awaitEnd();
    profiler.start();
    awaitRecording();
    profiler.stop();
    awaitEnd();
  }

  private static void awaitEnd() throws InterruptedException {
    while (isRecording()) {
      Thread.sleep(10);
    }
  }

  private void awaitRecording() throws InterruptedException {
    while (!isRecording()) {
      samples.between(Instant.EPOCH, Instant.now(), false);
      Thread.sleep(10);
    }
  }

  private static boolean isRecording() {
    return FlightRecorder.getFlightRecorder().getRecordings().stream()
        .anyMatch(
            recording -> "true".equals(recording.getSettings().get("jdk.ExecutionSample#enabled")));
  }
}
