package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.it.launch.AnotherUser;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.ProfilerOptions;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.SmallDisk;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Tool;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever becomes of the place that the profile goes to while the program runs: the profile is
 * whole, or the old one stays and one line says why, and the program's exit status is its own.
 */
class WriteFaultsIT {
  private static final int TERMINATED = 128 + 15;
  private static final int ATTEMPTS = 10;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void killedInTheMiddleOfTheWriteTheOldFileIsWhole(Jdk jdk) throws Exception {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Path folder = Traces.emptyDirectory("killed-" + jdk.feature());
      Path file = folder.resolve("profile.json");
      Files.writeString(file, "old");
      RunningJvm jvm = run(jdk, file, "DeepAndWide").start();
      boolean isWriting = false;
      while (jvm.isAlive() && !isWriting) {
        isWriting = isBeingWritten(folder, file);
        Thread.sleep(1);
      }
      jvm.kill().await();
      if (Files.size(file) == "old".length()) {
        assertTrue(isWriting, "the JVM has ended without a profile");
        assertEquals("old", Files.readString(file));
        return;
      }
      Programs.read(file); // Too late: it is the new one, whole.
    }
    throw new AssertionError("never killed in the middle of a write");
  }

  private static boolean isBeingWritten(Path folder, Path file) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path other : files.filter(path -> !path.equals(file)).toList()) {
        if (Files.exists(other) && Files.size(other) > 0) {
          return true;
        }
      }
      return false;
    } catch (java.nio.file.NoSuchFileException e) {
      return false; // Renamed between the two looks.
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void onAFullDiskTheOldFileStaysAndNothingIsLeftBesideIt(Jdk jdk) throws IOException {
    try (SmallDisk disk = disk("disk-full-" + jdk.feature(), 32)) {
      Path file = disk.file("profile.json");
      Files.writeString(file, "old");
      Outcome outcome =
          run(jdk, file, "ManyThreads", "200").run().succeeded(); // about 80 KB of profile
      assertNoProfile(outcome, file, "No space left on device");
      assertEquals("old", Files.readString(file));
      assertTrue(disk.holdsOnly(file));
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void onADiskMadeReadOnlyTheOldFileStays(Jdk jdk) throws IOException {
    try (SmallDisk disk = disk("read-only-" + jdk.feature(), 64)) {
      Path file = disk.file("profile.json");
      Files.writeString(file, "old");
      RunningJvm jvm = run(jdk, file, "WaitsForItsEnd").start().awaitLine("ready");
      disk.makeReadOnly();
      assertNoProfile(ended(jvm), file, "Read-only file system");
      assertEquals("old", Files.readString(file));
    }
  }

  /** The flight recorder ends a JVM whose disk is full. */
  @ParameterizedTest
  @ValueSource(strings = {"-Djava.io.tmpdir=", "-XX:FlightRecorderOptions=repository="})
  void samplesEndBeforeTheDiskIsFull(String option) throws IOException {
    Jdk jdk = Jdk.of(25);
    Path file = Traces.emptyDirectory("samples-disk").resolve("profile.json");
    try (SmallDisk disk = disk("samples-disk-full", 120 << 10)) {
      RunningJvm jvm =
          JavaRun.profiled(
                  new Configuration(jdk, "full"),
                  file,
                  "include=dev.tare.it.program.*",
                  "cpusamples=5ms")
              .options(option + disk.file(""))
              .classPath(TargetClasses.of(jdk).classes())
              .main(Programs.PACKAGE + "WaitsForItsEnd")
              .start()
              .awaitLine("ready");
      Files.write(disk.file("most"), new byte[70 << 20]);
      jvm.awaitErrorLine("[tare] no more CPU-time samples: less than 64 MB free in ");
      assertThrows(IOException.class, () -> Files.write(disk.file("rest"), new byte[70 << 20]));
      ended(jvm);
    }
    Programs.read(file);
  }

  @Test
  void inADirectoryMadeReadOnlyTheOldFileStays() throws IOException {
    assumeTrue(!isRoot(), "left out: root may write to every directory");
    Path folder = Traces.emptyDirectory("read-only");
    Path file = folder.resolve("profile.json");
    Files.writeString(file, "old");
    RunningJvm jvm = run(Jdk.running(), file, "WaitsForItsEnd").start().awaitLine("ready");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
    Outcome outcome = ended(jvm);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertNoProfile(outcome, file, "permission denied");
    assertEquals("old", Files.readString(file));
  }

  /** As in {@code /tmp}, where everybody may make files and nobody may replace those of others. */
  @Test
  void anotherUsersFileIsRefusedAtTheStartInADirectoryWithTheStickyBit() throws IOException {
    String[] another = AnotherUser.words();
    Path folder = Traces.emptyDirectory("sticky");
    Path file = Files.writeString(folder.resolve("profile.json"), "old");
    Tool.run("chmod", "1777", folder.toString());
    assertRefused(run(Jdk.running(), file, "Prints").launchedBy(another).run(), file.toString());
    assertEquals("old", Files.readString(file));
    Path own = folder.resolve("own.json");
    for (int i = 0; i < 2; i++) {
      run(Jdk.running(), own, "Prints").launchedBy(another).run().succeeded();
      Programs.read(own);
    }
  }

  private static boolean isRoot() throws IOException {
    return Tool.run("id", "-u").strip().equals("0");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void inADirectoryThatIsGoneThereIsNoProfile(Jdk jdk) throws IOException {
    Path folder = Traces.emptyDirectory("gone-" + jdk.feature());
    Path file = folder.resolve("profile.json");
    RunningJvm jvm = run(jdk, file, "WaitsForItsEnd").start().awaitLine("ready");
    Files.delete(folder);
    assertNoProfile(ended(jvm), file, "its directory is not there any more");
    assertFalse(Files.exists(folder));
  }

  @Test
  void theOldFileMayGoMeanwhile() throws IOException {
    Path file = Traces.emptyDirectory("old-file-gone").resolve("profile.json");
    Files.writeString(file, "old");
    RunningJvm jvm = run(Jdk.running(), file, "WaitsForItsEnd").start().awaitLine("ready");
    Files.delete(file);
    ended(jvm);
    Programs.read(file);
  }

  @Test
  void aDirectoryInTheFilesPlaceStays() throws IOException {
    Path file = Traces.emptyDirectory("directory-in-place").resolve("profile.json");
    RunningJvm jvm = run(Jdk.running(), file, "WaitsForItsEnd").start().awaitLine("ready");
    Files.createDirectories(file.resolve("inside"));
    assertNoProfile(ended(jvm), file, "is a directory");
    assertTrue(Files.isDirectory(file.resolve("inside")));
  }

  @Test
  void aLinkIsReplacedAndWhatItLeadsToStays() throws IOException {
    Path folder = Traces.emptyDirectory("link");
    Path precious = folder.resolve("precious");
    Files.writeString(precious, "precious");
    Path file = folder.resolve("profile.json");
    Files.createSymbolicLink(file, precious);
    run(Jdk.running(), file, "Prints").run().succeeded();
    assertEquals("precious", Files.readString(precious));
    assertFalse(Files.isSymbolicLink(file));
    Programs.read(file);
  }

  /** Somebody puts them there while the program runs. */
  @Test
  void aLinkToAPipeDoesNotKeepTheJvmFromItsEnd() throws IOException {
    Path folder = Traces.emptyDirectory("link-to-pipe");
    Path pipe = pipe(folder);
    Path file = folder.resolve("profile.json");
    RunningJvm jvm = run(Jdk.running(), file, "WaitsForItsEnd").start().awaitLine("ready");
    Files.createSymbolicLink(file, pipe);
    ended(jvm);
    Programs.read(file);
  }

  @Test
  void aPipeIsRefusedAtTheStart() throws IOException {
    Path pipe = pipe(Traces.emptyDirectory("pipe"));
    assertRefused(run(Jdk.running(), pipe, "Prints").run(), pipe.toString());
  }

  @Test
  void theProcessesOwnStreamsAreRefusedAtTheStart() {
    Path stream = Path.of("/dev/stdout");
    assumeTrue(Files.isSymbolicLink(stream), "left out: no " + stream + " here");
    assertRefused(run(Jdk.running(), stream, "Prints").run(), stream.toString());
    assertTrue(Files.isSymbolicLink(stream));
  }

  @ParameterizedTest
  @ValueSource(strings = {"deleted", "emptied"})
  void theAgentsOwnJarMayGoMeanwhile(String fate) throws IOException {
    Path folder = Traces.emptyDirectory("jar-" + fate);
    Path jar = Files.copy(Workspace.profilerJar(), folder.resolve("profiler.jar"));
    Path file = folder.resolve("profile.json");
    RunningJvm jvm =
        JavaRun.on(Jdk.running())
            .agent(jar, ProfilerOptions.withDefaults("include=dev.tare.it.program.*,file=" + file))
            .classPath(TargetClasses.of(Jdk.running()).classes())
            .main(Programs.PACKAGE + "WaitsForItsEnd")
            .start()
            .awaitLine("ready");
    if (fate.equals("deleted")) {
      Files.delete(jar);
    } else {
      Files.write(jar, new byte[0]);
    }
    Outcome outcome = ended(jvm);
    List<String> said = outcome.profilerLines();
    assertEquals(2, said.size(), outcome::toString);
    if (said.get(1).startsWith("[tare] profile in ")) {
      Programs.read(file);
    } else {
      assertNoProfile(outcome, file, "");
    }
  }

  private static JavaRun run(Jdk jdk, Path file, String program, String... arguments) {
    return Programs.profiled(new Configuration(jdk, "full"), file, program, arguments);
  }

  private static Outcome ended(RunningJvm jvm) {
    Outcome outcome = jvm.terminate().await();
    assertEquals(TERMINATED, outcome.exitStatus(), outcome::toString);
    return outcome;
  }

  private static void assertNoProfile(Outcome outcome, Path file, String reason) {
    List<String> said = outcome.profilerLines();
    assertEquals(2, said.size(), outcome::toString);
    assertTrue(
        said.get(1).startsWith("[tare] no profile in " + file + ": " + reason), outcome::toString);
    assertEquals(List.of(), outcome.otherErrorLines());
  }

  private static void assertRefused(Outcome outcome, String file) {
    assertEquals(1, outcome.exitStatus(), outcome::toString);
    assertEquals("", outcome.stdout());
    assertEquals(1, outcome.stderr().lines().count(), outcome::toString);
    assertTrue(outcome.stderr().startsWith("[tare] file=" + file + ": "), outcome::toString);
  }

  private static Path pipe(Path folder) {
    Path pipe = folder.resolve("pipe");
    try {
      Tool.run("mkfifo", pipe.toString());
    } catch (IOException e) {
      assumeTrue(false, "left out: no pipes here: " + e.getMessage());
    }
    return pipe;
  }

  private static SmallDisk disk(String name, int kilobytes) throws IOException {
    return SmallDisk.on(Workspace.output(name), kilobytes);
  }
}
