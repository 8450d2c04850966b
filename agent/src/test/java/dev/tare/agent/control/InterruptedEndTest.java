package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.RunInfo;
import dev.tare.profile.json.ProfileReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody interrupts the thread that ends the JVM, while it waits for others. */
class InterruptedEndTest {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  @TempDir private Path folder = Path.of(".");

  @Test
  void theProfileIsWrittenAndWhatWasLearntIsKept() throws Exception {
    InterruptedRun run = new InterruptedRun(folder);
    Profiler profiler = run.recording(false);
    run.goOn.countDown();
    profiler.finish();
    assertEquals(run.metricName(), ProfileReader.read(run.file("1")).metric().name());
    assertTrue(run.isAwaited && run.isKept);
  }

  @Test
  void whatWasLearntIsKeptWhereNoProfileIsToBeWritten() throws Exception {
    InterruptedRun run = new InterruptedRun(folder);
    Profiler profiler = run.recording(false);
    profiler.conclude();
    profiler.finish();
    assertTrue(run.isAwaited && run.isKept);
  }

  @Test
  void aProfileThatIsBeingWrittenIsWaitedFor() throws Exception {
    InterruptedRun run = new InterruptedRun(folder);
    Profiler profiler = run.recording(false);
    Thread dump =
        new Thread(
            () -> {
              try {
                profiler.dump(folder.resolve("dump.json"));
              } catch (CommandRefused e) {
                throw new AssertionError(e);
              }
            });
    dump.start();
    run.begun.await();
    Thread release =
        new Thread(
            () -> {
              LockSupport.parkNanos(PAUSE_NANOS);
              run.goOn.countDown();
            });
    release.start();
    profiler.finish();
    assertEquals(0, run.goOn.getCount(), "the last profile is written behind the other");
    dump.join();
  }

  /** Is interrupted wherever it waits; its first profile waits to be told to go on. */
  private static final class InterruptedRun extends PlainRun {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private boolean isAwaited;
    private boolean isKept;

    InterruptedRun(Path folder) {
      super(folder, REGISTRY);
    }

    @Override
    public void endBudget(long deadlineNanos) {
      Thread.currentThread().interrupt();
    }

    @Override
    public RunInfo info(Instant started, long durationNanos, List<RunInfo.Window> windows) {
      if (begun.getCount() > 0) {
        begun.countDown();
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
      Thread.currentThread().interrupt();
    }

    @Override
    public void keepCalibration(long deadlineNanos) {
      isAwaited = !Thread.currentThread().isInterrupted();
      Thread.currentThread().interrupt();
    }

    @Override
    public void keepBudget() {
      isKept = !Thread.currentThread().isInterrupted();
    }
  }
}
