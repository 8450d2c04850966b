package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Arguments that cannot be right end the JVM before the application's main, with one line that says
 * what and why.
 */
class BadInputIT {

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          mode, fast
          mode, ''
          include, a b
          include, com..acme
          include, .Order
          include, com.acme.Order:com.acme.
          include, com.acme.**Order
          include, com.acme.Order#<total>
          exclude, com.acme#
          exclude, com.acme..*
          interval, 10
          interval, 0ms
          interval, -5ms
          interval, ten
          cpusamples, often
          cpusamples, 0/s
          start, later
          calibration, maybe
          categories, many
          warmupdelay, -1
          warmupdelay, soon
          warmupcount, -1
          warmupcount, 1e6
          every, 5
          maxnodes, 0
          maxnodes, -1
          maxnodes, many
          maxnodes, 99999999999999999999
          file, /nowhere/at/all/profile.json
          calstats, /nowhere/at/all/calstats.json
          config, /nowhere/tare.properties
          moed, full
          Mode, full
          """)
  void aWrongValueIsNamedInOneLine(String key, String value) {
    refuses(Jdk.running(), key + "=" + value, key, value);
  }

  @ParameterizedTest
  @MethodSource("otherJdks")
  void otherJdksRefuseTheSame(Jdk jdk) {
    refuses(jdk, "mode=fast", "mode", "fast");
  }

  static Stream<Jdk> otherJdks() {
    return Jdk.all().stream().filter(jdk -> !jdk.equals(Jdk.running()));
  }

  @Test
  void aWordWithoutAValueIsNamed() {
    refuses(Jdk.running(), "full", "full", "");
  }

  @Test
  void aFolderOfTheKernelsIsNoneToWriteTo() {
    refuses(Jdk.running(), "file=/proc/x.json", "file", "/proc/x.json");
  }

  @Test
  void aFolderIsNoFileToWriteTo() throws IOException {
    Path folder = Workspace.output("bad-input/folder");
    refuses(Jdk.running(), "file=" + folder, "file", folder.toString());
  }

  @Test
  void aWrongValueInTheConfigIsNamedAsOneOnTheCommandLine() throws IOException {
    Path config = Workspace.output("bad-input").resolve("tare.properties");
    Files.writeString(config, "mode=full\nmaxnodes=many\n");
    refuses(Jdk.running(), "config=" + config, "maxnodes", "many");
  }

  @Test
  void anUnknownKeyInTheConfigIsNamed() throws IOException {
    Path config = Workspace.output("bad-input").resolve("unknown.properties");
    Files.writeString(config, "mood=full\n");
    refuses(Jdk.running(), "config=" + config, "mood", "");
  }

  /** Not the module's: a profile that should not be there would lie in it. */
  private static Path directory() {
    try {
      return Workspace.output("bad-input");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void refuses(Jdk jdk, String arguments, String key, String value) {
    Outcome outcome =
        JavaRun.on(jdk)
            .in(directory())
            .agent(Workspace.profilerJar(), arguments)
            .classPath(TargetClasses.of(jdk).classes())
            .main(Programs.PACKAGE + "Prints")
            .run();
    List<String> lines = outcome.stderr().lines().toList();
    assertAll(
        outcome.command(),
        () -> assertEquals(1, outcome.exitStatus(), outcome::toString),
        () -> assertEquals("", outcome.stdout()),
        () -> assertEquals(1, lines.size(), outcome::toString),
        () -> assertEquals(lines, outcome.profilerLines()),
        () -> assertTrue(lines.get(0).contains(key), outcome::toString),
        () -> assertTrue(lines.get(0).contains(value), outcome::toString));
  }
}
