package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Traces;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A console controls the profiler by JMX. */
@Execution(ExecutionMode.CONCURRENT)
class JmxIT {
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#all")
  void operationsAndAttributesAreThoseOfTheCommands(Configuration configuration)
      throws IOException {
    Path folder = Traces.emptyDirectory("jmx/" + configuration.fileName());
    Path first = folder.resolve("first.json");
    Path second = folder.resolve("second.json");
    Path ofOptions = folder.resolve("end.json");
    Path nowhere = folder.resolve("missing/third.json");
    String said =
        JavaRun.profiled(configuration, ofOptions, "include=dev.tare.it.program.*", "budget=off")
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(
                Programs.PACKAGE + "ManagesItself",
                first.toString(),
                second.toString(),
                nowhere.toString())
            .run()
            .succeeded()
            .stdout();
    Map<String, Long> times =
        said.lines().collect(Collectors.groupingBy(line -> line, Collectors.counting()));
    assertEquals(1, times.get("State: recording"), said);
    assertEquals(1, times.get("State: stopped"), said);
    assertTrue(number(said, "ThreadCount: ") >= 1, said);
    assertTrue(number(said, "NodeCount: ") >= 3, said);
    assertTrue(number(said, "ProbeCount: ") >= 4_000, said);
    assertTrue(said.contains("StatusAsJson: {"), said);
    assertTrue(said.contains("dump refused: " + nowhere), said);
    assertEquals(2_000, steps(first), "not those between stop and start");
    assertEquals(1_000, steps(second), "since the reset");
    assertEquals(1_000, steps(ofOptions), "since the reset");
    assertFalse(Files.exists(nowhere));
  }

  private static int number(String said, String before) {
    String rest = said.substring(said.indexOf(before) + before.length());
    return Integer.parseInt(rest.lines().findFirst().orElseThrow());
  }

  private static long steps(Path file) throws IOException {
    Profile profile = Programs.read(file);
    MethodSums sums = MethodSums.of(profile.threads(), profile.methods().size());
    long steps = 0;
    for (int i = 0; i < sums.methods(); i++) {
      steps += profile.methods().get(i).name().equals("step") ? sums.calls(i) : 0;
    }
    return steps;
  }
}
