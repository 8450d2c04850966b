package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Several JVMs that write one file: whoever reads it sees one of their profiles, whole. */
class SharedFileIT {
  private static final int JVMS = 4;

  @Test
  void aReaderSeesOneOfTheProfilesAtAnyTime() throws Exception {
    Path folder = Traces.emptyDirectory("shared-file");
    Path file = folder.resolve("profile.json");
    List<RunningJvm> jvms = new ArrayList<>();
    for (int i = 0; i < JVMS; i++) {
      jvms.add(
          Programs.profiled(
                  new Configuration(Jdk.running(), "full"), file, "ThreadsComeAndGo", "300")
              .start());
    }
    while (jvms.stream().anyMatch(RunningJvm::isAlive)) {
      if (Files.exists(file)) {
        Programs.read(file);
      }
      Thread.sleep(5);
    }
    for (RunningJvm jvm : jvms) {
      Outcome outcome = jvm.await().succeeded();
      assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    }
    assertEquals(
        300 * 4 + 1,
        Programs.read(file).threads().stream()
            .mapToLong(thread -> (thread.events() + 1) / 2)
            .sum());
    assertOnly(folder, file);
  }

  private static void assertOnly(Path folder, Path file) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList());
    }
  }
}
