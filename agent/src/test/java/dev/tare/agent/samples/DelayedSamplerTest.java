package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DelayedSamplerTest {
  private final Made made = new Made();
  private final DelayedSampler sampler = new DelayedSampler("made", 0, () -> made);

  @Test
  void samplesBeginAfterAResetByAThreadThatIsInterrupted() throws InterruptedException {
    Thread.currentThread().interrupt();
    sampler.hold();
    sampler.release();
    assertTrue(Thread.interrupted());

    sampler.begin();

    assertTrue(made.begun.await(1, TimeUnit.MINUTES));
  }

  @Test
  void whereTheJvmEndsWhileSamplesBeginNoFileIsLeft() throws Exception {
    CountDownLatch isOver = new CountDownLatch(1);
    String name = "tare-delayed-" + System.nanoTime();
    Path directory = Path.of(System.getProperty("java.io.tmpdir"), name);
    made.work =
        () -> {
          RecordingDirectories.make(name);
          made.begun.countDown();
          isOver.await();
          return null;
        };
    sampler.begin();
    assertTrue(made.begun.await(1, TimeUnit.MINUTES));
    Files.createFile(RecordingDirectories.file(directory)); // As the recorder's hook does.

    sampler.finish();

    assertFalse(Files.exists(directory));
    isOver.countDown();
  }

  /** Begins, and does nothing else. */
  private static final class Made extends SamplerWithoutSamples {
    private final CountDownLatch begun = new CountDownLatch(1);

    private Callable<@Nullable Void> work =
        () -> {
          begun.countDown();
          return null;
        };

    @Override
    public void begin() {
      try {
        work.call();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
