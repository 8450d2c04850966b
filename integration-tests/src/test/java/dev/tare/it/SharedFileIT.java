package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.Traces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several JVMs that write one file at the same time: whoever reads it sees a whole profile, the
 * earlier run's or one of theirs, and each JVM's is where its line says.
 */
class SharedFileIT {
  private static final String PROGRAM = "EndsWhenTold";
  private static final int JVMS = 5;
  private static final int ROUNDS = 3;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void noneReplacesAnothersAndReadersSeeWholeProfiles(Configuration configuration)
      throws Exception {
    Path folder = Traces.emptyDirectory("shared-file-" + configuration.fileName());
    Path file = folder.resolve("profile.json");
    Path go = folder.resolveSibling(folder.getFileName() + ".go");
    for (int round = 0; round < ROUNDS; round++) {
      Files.deleteIfExists(go);
      List<RunningJvm> jvms = new ArrayList<>();
      for (int i = 0; i < JVMS; i++) {
        jvms.add(Programs.profiled(configuration, file, PROGRAM, go.toString()).start());
      }
      jvms.forEach(jvm -> jvm.awaitLine("waits"));
      Files.createFile(go);
      while (jvms.stream().anyMatch(RunningJvm::isAlive)) {
        if (round > 0 || Files.exists(file)) {
          Programs.read(file); // From the first on, there is one at any time.
        }
        Thread.sleep(1);
      }
      Set<Path> written = new HashSet<>();
      for (RunningJvm jvm : jvms) {
        written.add(placeOf(jvm.await().succeeded(), file));
      }
      assertEquals(JVMS, written.size(), written::toString);
      for (Path path : written) {
        assertEquals(1_000 + 1, RealProgram.calls(Programs.read(path), Programs.PACKAGE + PROGRAM));
      }
      assertEquals(written, files(folder));
      written.remove(file);
      assertEquals(JVMS - 1, written.size(), written::toString);
      for (Path path : written) {
        Files.delete(path);
      }
    }
  }

  /** Where a JVM says that its profile is; with a line before, where that is another name. */
  private static Path placeOf(Outcome outcome, Path file) {
    List<String> lines = outcome.profilerLines();
    String last = lines.get(lines.size() - 1);
    String start = "[tare] profile in ";
    assertEquals(start, last.substring(0, Math.min(start.length(), last.length())), last);
    Path place = Path.of(last.substring(start.length(), last.indexOf(", ")));
    if (place.equals(file)) {
      assertEquals(2, lines.size(), outcome::toString);
    } else {
      assertEquals(3, lines.size(), outcome::toString);
      assertEquals(
          "[tare] another JVM has written " + file + ", so this one's profile has another name",
          lines.get(1));
    }
    return place;
  }

  private static Set<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return new HashSet<>(files.toList());
    }
  }
}
