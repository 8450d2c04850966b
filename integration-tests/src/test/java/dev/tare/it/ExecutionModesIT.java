package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.check.Expectations;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same counts, whoever runs the code: all targets once more, interpreted, in C1, and in C2 from
 * the first call.
 */
@Order(5)
@Execution(ExecutionMode.CONCURRENT)
class ExecutionModesIT {

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void interpreted(Configuration configuration) throws IOException {
    check(configuration, "interpreted", "-Xint");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void compiledByC1(Configuration configuration) throws IOException {
    check(configuration, "c1", "-XX:TieredStopAtLevel=1");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void compiledByC2FromTheFirstCall(Configuration configuration) throws IOException {
    check(
        configuration,
        "c2",
        "-Xcomp",
        "-XX:-TieredCompilation",
        "-XX:CompileCommand=quiet",
        "-XX:CompileCommand=compileonly,dev.tare.it.targets.*::*",
        "-XX:CompileCommand=compileonly,dev.tare.runtime.*::*",
        "-XX:CompileCommand=compileonly,java.lang.$Tare*::*");
  }

  private static void check(Configuration configuration, String name, String... options)
      throws IOException {
    Path file = Programs.profileFile(name, configuration);
    TargetClasses classes = TargetClasses.of(configuration.jdk());
    JavaRun run = JavaRun.profiled(configuration, file, "include=dev.tare.it.targets.*");
    TargetRun.run(run.options(options), classes);
    Profile profile = Programs.read(file);
    List<String> differences = new ArrayList<>();
    for (String target : classes.targets()) {
      Expectations.of(classes.source(target), classes.classes(), target)
          .differences(
              profile,
              ValidationIT.threadsOf(target.substring(target.lastIndexOf('.') + 1)),
              call -> false)
          .forEach(difference -> differences.add(target + ": " + difference));
    }
    assertEquals("", String.join("\n", differences));
  }
}
