package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.it.launch.AnotherUser;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Tool;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A {@code config} or a {@code calstats} that somebody hostile wrote is read up to a length, in a
 * small heap, and refused in one line.
 */
class HostileFilesIT {
  private static final Jdk JDK = Jdk.running();

  @Test
  void aHugeConfigIsRefused() throws IOException {
    Path config = folder("huge").resolve("tare.properties");
    Files.writeString(config, "mode=full\nmetric=" + "x".repeat(64 << 20));
    refuses(config, "config=" + config + ": ");
  }

  @Test
  void anEndlessConfigIsRefused() {
    Path endless = Path.of("/dev/zero");
    assumeTrue(Files.exists(endless), "left out: no " + endless + " here");
    refuses(endless, "config=" + endless + ": ");
  }

  @Test
  void aConfigThatKeepsItsReaderWaitingIsRefused() throws IOException {
    Path pipe = folder("pipe").resolve("tare.properties");
    try {
      Tool.run("mkfifo", pipe.toString());
    } catch (IOException e) {
      assumeTrue(false, "left out: no pipes here: " + e.getMessage());
    }
    refuses(pipe, "config=" + pipe + ": ");
  }

  @Test
  void aConfigCannotSpeakToTheTerminal() throws IOException {
    Path config = folder("terminal").resolve("tare.properties");
    Files.writeString(config, "mode=\\u001b[31mred\\n[tare] all is well\\u2028\n");
    refuses(config, "mode=?[31mred?[tare] all is well: ");
  }

  @Test
  void aLongValueIsShownInPart() throws IOException {
    Path config = folder("long").resolve("tare.properties");
    Files.writeString(config, "mode=" + "x".repeat(100_000) + "\n");
    Outcome outcome = refuses(config, "mode=xxx");
    assertTrue(outcome.stderr().length() < 500, outcome::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "calstats", "budgetlearn"})
  void aConfigDoesNotLeadOutOfItsDirectory(String key) throws IOException {
    Path config = folder("outside").resolve("tare.properties");
    Files.writeString(config, key + "=inside/../../outside.json\n");
    refuses(config, key + "=inside/../../outside.json: ");
    assertFalse(Files.exists(config.resolveSibling("outside.json")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "calstats", "budgetlearn"})
  void aConfigThatOthersMayWriteDoesNotSayWhereFilesGo(String key) throws IOException {
    Path folder = folder("of-others-" + key);
    Path config = folder.resolve("tare.properties");
    Path file = folder.resolve("profile.json");
    Files.writeString(config, "maxnodes=500\n" + key + "=" + file + "\n");
    Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-rw-rw-"));
    refuses(config, key + "=" + file + ": ");
    Files.writeString(config, "maxnodes=500\n");
    run("config=" + config + ",file=" + file).run().succeeded();
    assertEquals("500", Programs.read(file).settings().get("maxnodes"));
  }

  @Test
  void aConfigOfTheUsersOwnSaysWhereFilesGo() throws IOException {
    String[] another = AnotherUser.words();
    Path folder = folder("own");
    Path config = folder.resolve("tare.properties");
    Path file = folder.resolve("profile.json");
    Files.writeString(config, "file=" + file + "\n");
    AnotherUser.give(folder);
    AnotherUser.give(config);
    run("config=" + config).launchedBy(another).run().succeeded();
    Programs.read(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"huge", "no format", "long number", "long name", "many intervals", "link"})
  void aCalstatsIsRefusedAndLeftAlone(String kind) throws IOException {
    Path folder = folder("calstats");
    Path calstats = folder.resolve("calstats.properties");
    Path file = folder.resolve("profile.json");
    String begin = "format=tare-calstats 5\n";
    String content =
        switch (kind) {
          case "huge" -> begin + "x=" + "x".repeat(64 << 20);
          case "no format" -> "=\n".repeat(100_000);
          case "long number" -> begin + "overlap=1" + "0".repeat(1_000_000);
          case "long name" -> begin + "x".repeat(1_000_000) + "=1\n";
          case "many intervals" -> begin + "interval=\n".repeat(100_000);
          default -> "precious";
        };
    if (kind.equals("link")) {
      Path precious = folder.resolve("precious");
      Files.writeString(precious, content);
      Files.createSymbolicLink(calstats, precious);
    } else {
      Files.writeString(calstats, content);
    }
    byte[] before = Files.readAllBytes(calstats);
    Outcome outcome = run("calstats=" + calstats + ",file=" + file).run().succeeded();
    assertEquals(3, outcome.profilerLines().size(), outcome::toString);
    assertEquals(
        1,
        outcome.profilerLines().stream()
            .filter(line -> line.startsWith("[tare] calstats " + calstats + " "))
            .filter(line -> line.endsWith("; not used and not overwritten"))
            .count(),
        outcome::toString);
    assertArrayEquals(before, Files.readAllBytes(calstats));
    Programs.read(file);
  }

  private static Path folder(String name) throws IOException {
    return Traces.emptyDirectory("hostile/" + name);
  }

  private static JavaRun run(String options) {
    return JavaRun.on(JDK)
        .options("-Xmx64m")
        .agent(Workspace.profilerJar(), "include=dev.tare.it.program.*," + options)
        .classPath(TargetClasses.of(JDK).classes())
        .main(Programs.PACKAGE + "Prints");
  }

  private static Outcome refuses(Path config, String beginning) {
    Outcome outcome = run("config=" + config).run();
    assertEquals(1, outcome.exitStatus(), outcome::toString);
    assertEquals("", outcome.stdout());
    assertEquals(1, outcome.stderr().lines().count(), outcome::toString);
    assertTrue(outcome.stderr().startsWith("[tare] " + beginning), outcome::toString);
    return outcome;
  }
}
