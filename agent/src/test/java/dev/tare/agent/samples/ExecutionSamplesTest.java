package dev.tare.agent.samples;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.budget.ProbeSamples;
import dev.tare.runtime.sampled.BusyProbe;
import dev.tare.sampled.BusyWork;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
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

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void whileItIsPausedTheRecorderIsOff() throws InterruptedException {
    try (BusyWork program = new BusyWork()) {
      program.start();
      told();
      samples.pause();
      assertFalse(isRecording());
      samples.resume();
      while (!isRecording()) {
        samples.between(Instant.now(), Instant.now(), false);
        Thread.sleep(10);
      }
      told();
      end();
    }
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void whoAsksWhileItPausesWaitsForTheLastSamples() throws InterruptedException {
    try (BusyWork program = new BusyWork()) {
      program.start();
      told();
      Thread.sleep(1_000); // There are samples that are not read yet.
      Thread pausing = new Thread(samples::pause);
      Thread asking = new Thread(() -> samples.between(Instant.EPOCH, Instant.now(), false));
      synchronized (samples) { // No sample is counted meanwhile.
        pausing.start();
        awaitBlocked(pausing);
        asking.start();
        assertNotEquals(Thread.currentThread().getId(), awaitBlocked(asking).getLockOwnerId());
      }
      pausing.join();
      asking.join();
      assertFalse(isRecording());
    }
  }

  /** What blocks the thread. */
  private static ThreadInfo awaitBlocked(Thread thread) throws InterruptedException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    ThreadInfo info = threads.getThreadInfo(thread.getId());
    while (info.getThreadState() != Thread.State.BLOCKED || info.getLockOwnerId() < 0) {
      Thread.sleep(10);
      info = threads.getThreadInfo(thread.getId());
    }
    return info;
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void whatBeginsMeanwhileEndsWhereItIsPaused() throws InterruptedException {
    samples.between(Instant.EPOCH, Instant.now(), false);
    samples.pause();
    while (isBeginning() || isRecording()) {
      Thread.sleep(10);
    }
    samples.between(Instant.EPOCH, Instant.now(), false);
    assertFalse(isBeginning());
  }

  private static boolean isBeginning() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("tare-probe-samples"));
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void theJvmsEndReadsTheRestAndLeavesNothingOnDisk() throws Exception {
    Set<Path> before = files(); // Of a JVM that had the same process id.
    try (BusyWork program = new BusyWork()) {
      program.start();
      samples.between(Instant.EPOCH, Instant.now(), false);
      while (files().equals(before)) {
        Thread.sleep(10);
      }
      Thread.sleep(1_000);
      recordings().forEach(Recording::stop); // As the flight recorder's shutdown hook does.
      samples.finish();

      assertTrue(samples.between(Instant.EPOCH, Instant.now(), false).all() > 0);
      assertEquals(before, files());
    }
  }

  private static Set<Path> files() throws IOException {
    String prefix = "tare-" + ProcessHandle.current().pid() + "-";
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(path -> path.getFileName().toString().startsWith(prefix)).collect(toSet());
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
    return !recordings().isEmpty();
  }

  private static List<Recording> recordings() {
    return FlightRecorder.getFlightRecorder().getRecordings().stream()
        .filter(
            recording -> "true".equals(recording.getSettings().get("jdk.ExecutionSample#enabled")))
        .toList();
  }
}
