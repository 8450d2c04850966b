package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a recording, the file of the options was temporary, and is gone. */
class ConcludedRecordingTest {
  @Test
  void aDumpNeedsAFileUntilTheNextStart(@TempDir Path folder) throws Exception {
    Profiler profiler = new PlainRun(folder, PlainRun.REGISTRY).recording(false);
    profiler.conclude();

    CommandRefused refused = assertThrows(CommandRefused.class, profiler::dump);

    assertEquals("no further profile after a recording: name a file with -o", refused.getMessage());
    assertEquals(0, Arrays.asList(folder.toFile().list()).size());
    Path named = folder.resolve("named.json");
    profiler.dump(named);
    assertTrue(Files.exists(named));
    profiler.start();
    profiler.dump();
    assertTrue(Files.exists(folder.resolve("profile-dump.json")));
  }
}
