package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.RunInfo;
import dev.tare.profile.json.ProfileReader;
import dev.tare.runtime.probe.SampledProbe;
import dev.tare.runtime.thread.EndedThreadMerger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A profile that cannot be written holds nobody up but who asked for it. */
class BlockedProfileTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path folder = Path.of(".");

  @Test
  void theLastProfileIsWrittenAndAllWaitsShareOneDeadline() throws Exception {
    int id = PlainRun.REGISTRY.id("p/Blocked", "m", "()V", null, 0);
    BlockingRun run = new BlockingRun(folder);
    Profiler profiler = run.recording(false);
    SampledProbe.exit(SampledProbe.enter(id << 1));
    Thread dump =
        new Thread(
            () -> {
              try {
                profiler.dump(folder.resolve("blocked.json"));
              } catch (CommandRefused e) {
                throw new AssertionError(e);
              }
            });
    dump.setDaemon(true);
    dump.start();
    run.blocked.await();
    long before = System.nanoTime();
    assertTimeoutPreemptively(
        PATIENCE,
        () -> {
          EndedThreadMerger.addUp();
          assertEquals(-1, profiler.status().periods());
          profiler.finish();
        });
    Path last = run.file("1");
    assertTrue(
        ProfileReader.read(last).methods().stream().anyMatch(method -> method.name().equals("m")));
    assertTrue(run.calibrationDeadline > before && run.calibrationDeadline < System.nanoTime());
    assertEquals(run.calibrationDeadline, run.keepingDeadline);
    run.goOn.countDown();
    dump.join();
    assertTrue(Files.exists(folder.resolve("blocked.json")));
  }

  /** Its first profile is not written before it is told to go on. */
  private static final class BlockingRun extends PlainRun {
    private final CountDownLatch blocked = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private volatile long calibrationDeadline;
    private volatile long keepingDeadline;

    BlockingRun(Path folder) {
      super(folder, PlainRun.REGISTRY);
    }

    @Override
    public RunInfo info(Instant started, long durationNanos, List<RunInfo.Window> windows) {
      if (blocked.getCount() > 0) {
        blocked.countDown();
        try {
          goOn.await();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      return super.info(started, durationNanos, windows);
    }

    @Override
    public void awaitCalibration(long deadlineNanos) {
      calibrationDeadline = deadlineNanos;
    }

    @Override
    public void keepCalibration(long deadlineNanos) {
      keepingDeadline = deadlineNanos;
    }
  }
}
