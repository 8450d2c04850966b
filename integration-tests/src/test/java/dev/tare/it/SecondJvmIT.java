package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.ProfilerOptions;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program whose second JVM has the profiler too, by the environment. */
class SecondJvmIT {
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void neitherProfileIsLostWhereBothJvmsAreGivenOneFile(Configuration configuration)
      throws IOException {
    Path folder = Traces.emptyDirectory("second-jvm-" + configuration.fileName());
    Path file = Files.writeString(folder.resolve("profile.json"), "an earlier run's");
    Outcome outcome =
        JavaRun.on(configuration.jdk())
            .environment(
                "JAVA_TOOL_OPTIONS",
                "-javaagent:%s=%s"
                    .formatted(
                        Workspace.profilerJar(),
                        ProfilerOptions.withDefaults(
                            "mode=%s,include=dev.tare.it.program.*,file=%s"
                                .formatted(configuration.mode(), file))))
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "StartsAnotherJvm", Programs.PACKAGE + "Prints")
            .run()
            .succeeded();
    assertEquals(1024, RealProgram.calls(Programs.read(file), Programs.PACKAGE + "Prints"));
    List<Path> others;
    try (Stream<Path> files = Files.list(folder)) {
      others = files.filter(other -> !other.equals(file)).toList();
    }
    assertEquals(1, others.size(), others::toString);
    assertEquals(
        1, RealProgram.calls(Programs.read(others.get(0)), Programs.PACKAGE + "StartsAnotherJvm"));
    assertTrue(
        outcome.profilerLines().stream()
            .anyMatch(line -> line.contains("another JVM has written " + file)),
        outcome::toString);
  }
}
