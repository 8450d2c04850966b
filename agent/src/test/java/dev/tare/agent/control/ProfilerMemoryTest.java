package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.samples.SamplerWithoutSamples;
import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.agent.snapshot.ThreadSamples;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.runtime.memory.OffHeapMemory;
import dev.tare.runtime.probe.SampledProbe;
import dev.tare.runtime.thread.ThreadRecorder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command takes outside the heap for a large tree it gives back, however often it comes. */
class ProfilerMemoryTest {
  private static final int NODES = 40_000;
  private static final int TIMES = 100;

  @TempDir private Path folder = Path.of(".");

  @BeforeAll
  static void makeALargeTree() {
    for (int i = 0; i < NODES; i++) {
      int id = PlainRun.REGISTRY.id("p/Large", "m" + i, "()V", null, 0);
      SampledProbe.exit(SampledProbe.enter(id << 1));
    }
  }

  @Test
  @Tag("nightly")
  void dumpsTakeNothingForLong() throws Exception {
    Profiler profiler = recording(false);
    Path file = folder.resolve("dump.json");
    profiler.reset();
    long before = OffHeapMemory.taken();
    assertTrue(before > NODES * 8L, "a window has begun");
    for (int i = 0; i < TIMES; i++) {
      makeALargeTree();
      profiler.dump(file);
      assertEquals(before, OffHeapMemory.taken());
    }
    assertTrue(Files.size(file) > NODES * 10L);
  }

  @Test
  void aDumpThatFailsTakesNothingForLong() throws Exception {
    FailingRun run = new FailingRun(folder);
    Profiler profiler = run.recording(false);
    Path file = folder.resolve("dump.json");
    profiler.reset();
    long before = OffHeapMemory.taken();
    makeALargeTree();
    assertThrows(GivenUp.class, () -> profiler.dump(file));
    assertTrue(run.takenAtFailure - before > NODES * 8L, "it failed before the tree was read");
    assertEquals(before, OffHeapMemory.taken());
  }

  @Test
  void aDumpThatHasNoFileTakesNothingForLong() throws Exception {
    Profiler profiler = recording(false);
    Path tooLong = folder.resolve("x".repeat(300));
    profiler.reset();
    long before = OffHeapMemory.taken();
    makeALargeTree();
    CommandRefused refused = assertThrows(CommandRefused.class, () -> profiler.dump(tooLong));
    String message = String.valueOf(refused.getMessage());
    assertTrue(message.endsWith(": cannot be written: File name too long"), message);
    assertEquals(before, OffHeapMemory.taken());
  }

  @Test
  @Tag("nightly")
  void windowsTakeWhatTheLastOnesTook() throws Exception {
    Profiler profiler = recording(true);
    profiler.reset();
    long before = OffHeapMemory.taken();
    for (int i = 0; i < TIMES; i++) {
      makeALargeTree();
      assertTrue(profiler.endPeriod());
      profiler.reset();
      assertEquals(before, OffHeapMemory.taken());
    }
  }

  /** Fails while it writes this thread's tree. */
  private static final class FailingRun extends PlainRun {
    private long takenAtFailure;

    FailingRun(Path folder) {
      super(folder, REGISTRY);
    }

    @Override
    ThreadSamples threadSamples() {
      return new SamplerWithoutSamples() {
        @Override
        public @Nullable CpuSamples of(
            ThreadRecorder recorder, int mark, Supplier<CallTree> onNodes, MethodIndexes methods) {
          if (recorder.thread() == Thread.currentThread()) {
            takenAtFailure = OffHeapMemory.taken();
            throw new GivenUp();
          }
          return null;
        }
      };
    }
  }

  private static final class GivenUp extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private Profiler recording(boolean byPeriods) throws CommandRefused {
    return new PlainRun(folder, PlainRun.REGISTRY).recording(byPeriods);
  }
}
