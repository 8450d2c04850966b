package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.check.Expectations;
import dev.tare.it.check.Invariants;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * JaCoCo in the same JVM, before and after the profiler: all targets once more, each agent's result
 * as ever.
 */
class TwoAgentsIT {
  private static final String INCLUDE = "include=dev.tare.it.targets.*";

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void theProfilerAfterJacoco(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("after-jacoco", configuration);
    Path coverage = coverage(file);
    JavaRun run = JavaRun.on(configuration.jdk()).agent(jacoco(), "destfile=" + coverage);
    check(configuration, run.profiler(arguments(configuration, file)), file, coverage);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void theProfilerBeforeJacoco(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("before-jacoco", configuration);
    Path coverage = coverage(file);
    JavaRun run = JavaRun.on(configuration.jdk()).profiler(arguments(configuration, file));
    check(configuration, run.agent(jacoco(), "destfile=" + coverage), file, coverage);
  }

  private static void check(Configuration configuration, JavaRun run, Path file, Path coverage)
      throws IOException {
    TargetClasses classes = TargetClasses.of(configuration.jdk());
    TargetRun.run(run, classes);
    assertTrue(Files.size(coverage) > 1000, coverage::toString);
    Profile profile = ProfileReader.read(file);
    Invariants.check(profile);
    List<String> differences = new ArrayList<>();
    for (String target : classes.targets()) {
      if (target.endsWith(".HugeMethods")) {
        continue; // JaCoCo's own probes change which methods are too large
      }
      Expectations expectations =
          Expectations.of(classes.source(target), classes.classes(), target);
      // JaCoCo adds a method to each class, which is woven like any other.
      expectations
          .differences(
              profile,
              ValidationIT.threadsOf(target.substring(target.lastIndexOf('.') + 1)),
              call -> call.endsWith("$jacocoInit"))
          .forEach(difference -> differences.add(target + ": " + difference));
    }
    assertEquals("", String.join("\n", differences));
  }

  private static Path jacoco() {
    return Workspace.program("jacoco").resolve("org.jacoco.agent-runtime.jar");
  }

  private static String arguments(Configuration configuration, Path file) {
    return "mode=" + configuration.mode() + ",file=" + file + "," + INCLUDE;
  }

  private static Path coverage(Path profile) throws IOException {
    Path coverage = profile.resolveSibling(profile.getFileName() + ".exec");
    Files.deleteIfExists(coverage);
    return coverage;
  }
}
