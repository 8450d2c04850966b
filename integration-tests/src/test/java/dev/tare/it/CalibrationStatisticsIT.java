package dev.tare.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What one run has learnt of the overheads, the next starts with, or says why not. */
@Order(6)
class CalibrationStatisticsIT {
  private static final String TRAINED = "trained";

  /** In the user's cache. */
  private static final String AUTO = "calstats=auto";

  private static Path fresh(String name) throws IOException {
    Path file = Workspace.output("calstats").resolve(name).toAbsolutePath();
    Files.deleteIfExists(file);
    return file;
  }

  private static Path profile() throws IOException {
    return Workspace.output("calstats").resolve("profile.json");
  }

  private static JavaRun run(Jdk jdk, String... agentOptions) throws IOException {
    return run("Prints", jdk, agentOptions);
  }

  private static JavaRun run(String program, Jdk jdk, String... agentOptions) throws IOException {
    return run(program, new Configuration(jdk, "full"), agentOptions);
  }

  private static JavaRun sampled(String... agentOptions) throws IOException {
    return run("Prints", new Configuration(Jdk.running(), "sampled"), agentOptions);
  }

  private static JavaRun run(String program, Configuration configuration, String... agentOptions)
      throws IOException {
    Files.deleteIfExists(profile()); // That of a run before would be read in its place.
    return JavaRun.profiled(configuration, profile(), agentOptions)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + program);
  }

  private static String source() throws IOException {
    return ProfileReader.read(profile()).calibration().source();
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void aFileThatIsNotThereIsMadeAndTheNextRunTrainsNothing(Jdk jdk) throws IOException {
    Path file = fresh("named-" + jdk.feature() + ".json");
    run(jdk, "calstats=" + file).run().succeeded();
    assertEquals(TRAINED, source());
    assertTrue(Files.readString(file).startsWith("format=tare-calstats "));
    boolean isComplete = isComplete(Files.readAllBytes(file));
    Outcome second = run(jdk, "calstats=" + file).run().succeeded();
    assertSource(file, isComplete);
    assertEquals(2, second.profilerLines().size(), second::toString);
  }

  /** A file of a calibration run that others disturbed is used, and replaced by a better one. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void withoutTheOptionTheyAreKeptInTheUsersCache(Jdk jdk) throws IOException {
    Path cache = emptyCache(jdk);
    runUntilTrained(jdk, cache);
    List<Path> kept = filesBelow(cache);
    assertEquals(1, kept.size(), kept.toString());
    byte[] before = Files.readAllBytes(kept.get(0));
    if (isComplete(before)) {
      runUntilKnown(jdk, cache);
      assertEquals(kept.get(0).toAbsolutePath().toString(), source());
      assertArrayEquals(before, Files.readAllBytes(kept.get(0)));
    } else {
      runUntilKnown(jdk, cache);
      assertSource(kept.get(0).toAbsolutePath(), false);
    }
    assertEquals(kept, filesBelow(cache));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void whereNothingIsCompiledTheSecondRunStartsWithWhatTheFirstLearnt(Configuration configuration)
      throws IOException {
    Path file = fresh("interpreted-" + configuration.fileName() + ".json");
    for (boolean isFirst : List.of(true, false)) {
      boolean isComplete = !isFirst && isComplete(Files.readAllBytes(file));
      JavaRun.profiled(configuration, profile(), "calstats=" + file)
          .options("-Xint")
          .classPath(TargetClasses.of(configuration.jdk()).classes())
          .main(Programs.PACKAGE + "Prints")
          .run()
          .succeeded();
      CalibrationTable known = ProfileReader.read(profile()).calibration();
      if (isFirst) {
        assertEquals(TRAINED, known.source());
      } else {
        assertSource(file, isComplete);
      }
      assertNotEquals("cut", known.training());
    }
  }

  @Test
  void switchedOffNothingIsTrainedNorKept() throws IOException {
    Path cache = emptyCache(Jdk.running());
    run(Jdk.running(), "calstats=off").cache(cache).run().succeeded();
    assertEquals("", source());
    assertNotEquals(0, ProfileReader.read(profile()).calibration().overhead());
    assertEquals(List.of(), filesBelow(cache));
  }

  @Test
  void wherePricesAreTheBudgetsNothingIsTrained() throws IOException {
    Path cache = emptyCache(Jdk.running());
    sampled("budget=100%", "budgetlearn=off").cache(cache).run().succeeded();
    assertEquals("budget", source());
    assertEquals(List.of(), filesBelow(cache));
    Path file = fresh("wanted.properties");
    sampled("budget=100%", "calstats=" + file).run().succeeded();
    assertTrue(Files.exists(file), "the user asked for it");
  }

  @Test
  void aCacheThatCannotBeMadeIsNotSpokenOf() throws IOException {
    Path cache = fresh("no-directory");
    Files.writeString(cache, "in the way");
    Outcome outcome = runUntilTrained(Jdk.running(), cache);
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    assertTrue(Files.isRegularFile(cache));
  }

  @Test
  void aFileOfAnotherJvmIsRefusedAndLeftAlone() throws IOException {
    Path file = fresh("other-jvm.json");
    run(Jdk.of(17), "calstats=" + file).run().succeeded();
    assertRefused(run(Jdk.of(25), "calstats=" + file), file, "is of another JVM version: 17.");
  }

  @Test
  void aFileOfOtherCompilersIsRefusedAndLeftAlone() throws IOException {
    Matrix.onlyAtNight();
    Path file = fresh("other-compilers.json");
    run(Jdk.running(), "calstats=" + file).run().succeeded();
    assertRefused(
        run(Jdk.running(), "calstats=" + file).options("-XX:TieredStopAtLevel=1"),
        file,
        "is of another JVM compilation mode: mixed mode, here mixed mode, emulated-client");
    assertRefused(
        run(Jdk.running(), "calstats=" + file).options("-XX:+UseParallelGC"),
        file,
        "is of another set of JVM flags: none, here -XX:+UseParallelGC");
    assertRefused(
        run(Jdk.running(), "calstats=" + file, "categories=pairs"),
        file,
        "is of another category scheme: full, here pairs");
  }

  @Test
  void aDamagedFileIsRefusedAndLeftAlone() throws IOException {
    Path file = fresh("damaged.json");
    run(Jdk.running(), "calstats=" + file).run().succeeded();
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    assertRefused(run(Jdk.running(), "calstats=" + file), file, "is truncated");
    Files.writeString(file, new String(whole, UTF_8).replaceFirst("probe cost=", "$01"));
    assertRefused(run(Jdk.running(), "calstats=" + file), file, "was edited or damaged");
  }

  private static void assertRefused(JavaRun run, Path file, String reason) throws IOException {
    byte[] before = Files.readAllBytes(file);
    Outcome outcome = run.run().succeeded();
    List<String> lines =
        outcome.profilerLines().stream()
            .filter(line -> line.startsWith("[tare] calstats "))
            .toList();
    assertEquals(1, lines.size(), outcome::toString);
    assertTrue(
        lines.get(0).startsWith("[tare] calstats " + file + " " + reason), outcome::toString);
    assertTrue(lines.get(0).endsWith("; not used and not overwritten"), outcome::toString);
    assertEquals(TRAINED, source());
    assertArrayEquals(before, Files.readAllBytes(file));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void theCommandWritesAFileForRunsOfTheSameJvm(Jdk jdk) throws IOException {
    Path file = fresh("trained-" + jdk.feature() + ".json");
    String jar = Workspace.profilerJar().toString();
    String[] command = {"-jar", jar, "train", "-o", file.toString(), "--budget", "off"};
    Outcome trained = JavaRun.on(jdk).options(command).run().succeeded();
    assertTrue(trained.stdout().contains(file.toString()), trained::toString);
    assertEquals("", trained.stderr());
    boolean isComplete = isComplete(Files.readAllBytes(file));
    run(jdk, "calstats=" + file).run().succeeded();
    assertSource(file, isComplete);
  }

  @Test
  void theCommandTrainsForTheMetricThatIsNamed() throws IOException {
    Matrix.onlyAtNight();
    Path file = fresh("trained-cpu.json");
    String jar = Workspace.profilerJar().toString();
    String[] train = {"-jar", jar, "train", "-o", file.toString(), "--budget", "off", "--metric"};
    Outcome unknown = JavaRun.on(Jdk.running()).options(train).options("no-such-metric").run();
    assertEquals(2, unknown.exitStatus(), unknown::toString);
    assertEquals(1, unknown.stderr().lines().count(), unknown::toString);
    assertTrue(unknown.stderr().contains("metric=no-such-metric"), unknown::toString);
    assertFalse(Files.exists(file));
    JavaRun.on(Jdk.running()).options(train).options("cpu").run().succeeded();
    boolean isComplete = isComplete(Files.readAllBytes(file));
    assertRefused(
        run(Jdk.running(), "calstats=" + file), file, "is of another metric: cpu, here time");
    run(Jdk.running(), "calstats=" + file, "metric=cpu").run().succeeded();
    assertSource(file, isComplete);
  }

  /** By the JVM's account of the thread, which takes longer than a probe. */
  @Test
  void whereEachReadingIsASystemCallOverheadsAreKnownToo() throws IOException {
    Matrix.onlyAtNight();
    Path file = fresh("trained-slow.json");
    String jar = Workspace.profilerJar().toString();
    Outcome trained =
        JavaRun.on(Jdk.running())
            .options("-Dtare.native.directory=/missing", "-jar", jar)
            .main("train", "-o", file.toString(), "--budget", "off", "--metric", "cpu")
            .run()
            .succeeded();
    assertTrue(trained.stdout().matches("[1-9][0-9]* categories of cpu (?s).*"), trained::toString);
    run(Jdk.running(), "calstats=" + file, "metric=cpu")
        .options("-Dtare.native.directory=/missing-too")
        .run()
        .succeeded();
    assertSource(file, false); // For another reason, it is the same way to read.
  }

  @Test
  void theCommandOverwritesNoOtherFile() throws IOException {
    Path file = fresh("precious.txt");
    Files.writeString(file, "precious");
    String[] command = {"-jar", Workspace.profilerJar().toString(), "train", "-o", file.toString()};
    Outcome outcome = JavaRun.on(Jdk.running()).options(command).run();
    assertEquals(1, outcome.exitStatus(), outcome::toString);
    assertEquals(1, outcome.stderr().lines().count(), outcome::toString);
    assertTrue(outcome.stderr().contains("not overwritten"), outcome::toString);
    assertEquals("precious", Files.readString(file));
  }

  /** It trains in a JVM of its own, which must not ask for another one then. */
  @Test
  void whereTheAgentDoesNotStartTheCommandFailsAndSaysWhy() throws IOException {
    Path jar = Workspace.output("calstats").resolve("broken.jar").toAbsolutePath();
    Files.copy(Workspace.profilerJar(), jar, StandardCopyOption.REPLACE_EXISTING);
    try (FileSystem packed = FileSystems.newFileSystem(jar)) {
      Files.delete(packed.getPath("isolated/dev/tare/agent/weave/ClassFilter.classdata"));
    }
    String[] command = {"-jar", jar.toString(), "train", "-o", fresh("never.json").toString()};
    Outcome outcome = JavaRun.on(Jdk.running()).options(command).run();
    assertEquals(1, outcome.exitStatus(), outcome::toString);
    assertEquals(1, outcome.stderr().lines().count(), outcome::toString);
    assertTrue(outcome.stderr().startsWith("[tare] not profiling, because "), outcome::toString);
  }

  @Test
  void theCommandDemandsAFile() throws IOException {
    String[] command = {"-jar", Workspace.profilerJar().toString(), "train"};
    Outcome outcome = JavaRun.on(Jdk.running()).options(command).run();
    assertEquals(2, outcome.exitStatus(), outcome::toString);
    assertTrue(outcome.stderr().contains("-o FILE"), outcome::toString);
  }

  private static Outcome runUntilTrained(Jdk jdk, Path cache) throws IOException {
    Outcome outcome = runUntilKnown(jdk, cache);
    assertEquals(TRAINED, source());
    return outcome;
  }

  /** Lets a program go on until overheads are known, however long that takes. */
  private static Outcome runUntilKnown(Jdk jdk, Path cache) throws IOException {
    Path dump = fresh("dump.json");
    RunningJvm jvm = run("Controlled", jdk, AUTO).cache(cache).start().awaitLine("ready");
    do {
      jvm.command("dump", "-o", dump.toString()).succeeded();
    } while (ProfileReader.read(dump).calibration().source().isEmpty());
    return jvm.tell("end", "ready").await().succeeded();
  }

  /**
   * The run has loaded the file. A file of a calibration run that others disturbed is replaced by
   * runs that last long enough to measure, which depends on the machine.
   */
  private static void assertSource(Path file, boolean isComplete) throws IOException {
    String source = source();
    assertTrue(
        source.equals(file.toString()) || (!isComplete && source.equals(TRAINED)),
        () -> source + ", complete: " + isComplete);
  }

  private static boolean isComplete(byte[] statistics) {
    return new String(statistics, UTF_8).contains("\ntraining=complete\n");
  }

  private static Path emptyCache(Jdk jdk) throws IOException {
    Path cache = Workspace.output("calstats/cache-" + jdk.feature());
    for (Path file : filesBelow(cache)) {
      Files.delete(file);
    }
    return cache;
  }

  private static List<Path> filesBelow(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }
}
