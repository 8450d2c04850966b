package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.ProfilerOptions;
import dev.tare.it.launch.SourceFolder;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import dev.tare.profile.SkippedMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * JMH, which starts its forks one after the other and tells the compilers of each what to do with
 * some methods. How often a fork calls the benchmark is known: single shots, in batches.
 */
@Order(6)
class JmhIT {
  private static final String BENCHMARK = "dev.tare.it.jmh.Sums";
  private static final int FORKS = 2;
  private static final int WARM_UPS = 1;
  private static final int ITERATIONS = 2;
  private static final int BATCH = 1_000;
  private static final int CALLS_PER_FORK = (WARM_UPS + ITERATIONS) * BATCH;
  private static final int NUMBERS = 10;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void eachForkHasItsProfileAndWhatMeasuresIsNotMeasured(Configuration configuration)
      throws IOException {
    Path folder = Traces.emptyDirectory("jmh-" + configuration.fileName());
    Path earlier = Files.writeString(folder.resolve("profile.json"), "an earlier run's");
    // Not as if the JVM that starts now had written it: clocks of files and processes tick.
    Files.setLastModifiedTime(earlier, FileTime.from(Instant.now().minusSeconds(60)));
    Outcome outcome =
        jmh(
                configuration.jdk(),
                folder,
                "-jvmArgsAppend",
                agent("mode=" + configuration.mode() + ",file=" + earlier))
            .run()
            .succeeded();
    assertEquals(warnings(jmh(configuration.jdk(), folder).run()), warnings(outcome));
    assertHasScore(outcome);
    Set<Path> profiles = profiles(folder);
    assertEquals(FORKS, profiles.size(), outcome::toString);
    assertTrue(profiles.contains(earlier), profiles::toString);
    for (Path file : profiles) {
      assertIsOfAFork(Programs.read(file));
    }
    assertEquals(
        FORKS - 1,
        outcome.stdout().lines().filter(line -> line.contains("another JVM has written")).count(),
        outcome::toString);
  }

  @Test
  void theParentReplacesNoForksProfile() throws IOException {
    Matrix.onlyAtNight();
    Path folder = Traces.emptyDirectory("jmh-environment");
    Path file = folder.resolve("profile.json");
    Outcome outcome =
        jmh(Jdk.running(), folder)
            .environment("JAVA_TOOL_OPTIONS", agent("mode=sampled,file=" + file))
            .run()
            .succeeded();
    assertHasScore(outcome);
    Set<Path> profiles = profiles(folder);
    // The parent has one, and so has each JVM that it asks what it can do.
    assertTrue(profiles.size() > FORKS, outcome::toString);
    int forks = 0;
    for (Path path : profiles) {
      Profile profile = Programs.read(path);
      if (RealProgram.calls(profile, BENCHMARK) > 0) {
        forks++;
        assertIsOfAFork(profile);
      }
    }
    assertEquals(FORKS, forks, outcome::toString);
  }

  private static JavaRun jmh(Jdk jdk, Path folder, String... more) throws IOException {
    Path jars = Workspace.program("jmh");
    Path classes = SourceFolder.compileWithProcessors("jmh", jars);
    List<String> arguments =
        new ArrayList<>(
            List.of("-bm", "ss", "-f", FORKS + "", "-wi", WARM_UPS + "", "-wbs", BATCH + ""));
    arguments.addAll(List.of("-i", ITERATIONS + "", "-bs", BATCH + ""));
    arguments.addAll(Arrays.asList(more));
    arguments.add(BENCHMARK);
    // Where JMH has the lock by which it runs alone on a machine.
    return JavaRun.on(jdk)
        .options("-Djava.io.tmpdir=" + Traces.emptyDirectory(folder.getFileName() + "-jmh"))
        .classPath(classes, jars.resolve("*"))
        .main("org.openjdk.jmh.Main", arguments.toArray(String[]::new));
  }

  private static String agent(String options) {
    return "-javaagent:" + Workspace.profilerJar() + "=" + ProfilerOptions.withDefaults(options);
  }

  /** Lines that warn of anything, which JDKs do of JMH itself. */
  private static Set<String> warnings(Outcome outcome) {
    return Stream.concat(outcome.stdout().lines(), outcome.stderr().lines())
        .filter(line -> line.toLowerCase(Locale.ROOT).contains("warning"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The last line of the table: benchmark, mode, count, score, error, unit. */
  private static void assertHasScore(Outcome outcome) {
    String last = outcome.stdout().strip().lines().reduce("", (before, line) -> line);
    assertTrue(last.matches("Sums\\.sums +ss +" + FORKS * ITERATIONS + " .*\\d.* s/op"), last);
  }

  private static Set<Path> profiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static void assertIsOfAFork(Profile profile) {
    for (String method : List.of("sums", "plus", "times")) {
      assertEquals(
          (long) CALLS_PER_FORK * (method.equals("sums") ? 1 : NUMBERS),
          RealProgram.calls(
              profile, info -> info.className().equals(BENCHMARK) && info.name().equals(method)),
          method);
    }
    assertEquals(
        0,
        RealProgram.calls(
            profile,
            info ->
                info.className().contains(".jmh_generated.")
                    || info.className().equals("org.openjdk.jmh.infra.Blackhole")));
    Set<String> skipped =
        profile.skipped().stream().map(SkippedMethod::className).collect(Collectors.toSet());
    assertTrue(skipped.contains("org.openjdk.jmh.infra.Blackhole"), skipped::toString);
    assertTrue(
        skipped.stream().anyMatch(name -> name.contains(".jmh_generated.")), skipped::toString);
  }
}
