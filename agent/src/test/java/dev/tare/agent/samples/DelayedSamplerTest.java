package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.runtime.thread.ThreadRecorder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
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
  private static final class Made implements CpuSampler {
    private final CountDownLatch begun = new CountDownLatch(1);

    private Callable<@Nullable Void> work =
        () -> {
          begun.countDown();
          return null;
        };

    @Override
    public String description() {
      return "made";
    }

    @Override
    public void begin() {
      try {
        work.call();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void pause() {}

    @Override
    public void finish() {}

    @Override
    public long count() {
      return 0;
    }

    @Override
    public void hold() {}

    @Override
    public void begin(int mark) {}

    @Override
    public void release() {}

    @Override
    public @Nullable CpuSamples of(
        ThreadRecorder recorder, int mark, Supplier<CallTree> onNodes, MethodIndexes methods) {
      return null;
    }

    @Override
    public List<ThreadProfile> others(int mark, MethodIndexes methods) {
      return List.of();
    }
  }
}
