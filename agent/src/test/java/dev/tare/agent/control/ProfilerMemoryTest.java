package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.memory.OffHeapMemory;
import dev.tare.runtime.probe.SampledProbe;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
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
    Profiler profiler = recording(false);
    Path noFile = folder.resolve("x".repeat(1_000));
    long before = OffHeapMemory.taken();
    assertThrows(CommandRefused.class, () -> profiler.dump(noFile));
    assertEquals(before, OffHeapMemory.taken());
  }

  @Test
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

  private Profiler recording(boolean byPeriods) throws CommandRefused {
    return new PlainRun(folder, PlainRun.REGISTRY).recording(byPeriods);
  }
}
