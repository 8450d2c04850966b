package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.json.ProfileReader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A console controls the profiler, or the application itself does. */
class ManagedProfilerTest {
  @Test
  void anInterruptedThreadDumpsAndStaysInterrupted(@TempDir Path folder) throws Exception {
    PlainRun run = new PlainRun(folder, PlainRun.REGISTRY);
    ManagedProfiler profiler = new ManagedProfiler(run.recording(false));
    Path file = folder.resolve("dump.json");

    Thread.currentThread().interrupt();
    try {
      profiler.dump(file.toString());
    } finally {
      assertTrue(Thread.interrupted());
    }

    assertEquals(run.metricName(), ProfileReader.read(file).metric().name());
    profiler.reset();
    assertFalse(Thread.interrupted());
  }

  @Test
  void noFileIsNoPath(@TempDir Path folder) throws Exception {
    PlainRun run = new PlainRun(folder, PlainRun.REGISTRY);
    ManagedProfiler profiler = new ManagedProfiler(run.recording(false));
    for (String none : new String[] {null, ""}) {
      String said =
          assertThrows(IllegalArgumentException.class, () -> profiler.dump(none)).getMessage();
      assertEquals("no file is named: dump() writes to that of the options", said);
    }
  }
}
