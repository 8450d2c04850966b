package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import dev.tare.profile.RunInfo;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a program does with its own profiler: each profile has what was recorded in its time.
 */
@Execution(ExecutionMode.CONCURRENT)
class RandomControlIT {
  /** Of the recorded time, what threads that live throughout must have. */
  private static final double LEAST_TIME = Matrix.bound(0.7, 0.8);

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void everyProfileHasItsCallsAndItsTime(Configuration configuration) throws IOException {
    for (int seed = 1; seed <= Matrix.count(1, 5); seed++) {
      Path folder = Workspace.output("random-control/" + configuration.fileName() + "-" + seed);
      // Samples come with a delay, which must not be taken for recorded time.
      String[] options = {"include=dev.tare.it.program.*", "budget=off", "cpusamples=10ms"};
      JavaRun.profiled(configuration, folder.resolve("end.json"), options)
          .classPath(TargetClasses.of(configuration.jdk()).classes())
          .main(Programs.PACKAGE + "ControlsAtRandom", folder.toString(), "" + seed, "60")
          .run()
          .succeeded();
      check(folder);
    }
  }

  /** Tiers change in between, so that some windows have calls from before and after. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void withABudgetAProfileHasItsCallsOfWhatKeptItsProbes(Configuration configuration)
      throws IOException {
    Set<String> merged = new HashSet<>();
    String rounds = Integer.toString(Matrix.count(100, 250));
    for (int seed = 1; seed <= Matrix.count(1, 5); seed++) {
      Path folder = Traces.emptyDirectory("random-budget/" + configuration.fileName() + "-" + seed);
      String learned = "budgetlearn=" + folder.resolve("learned.tsv");
      JavaRun.profiled(
              configuration,
              folder.resolve("end.json"),
              "include=dev.tare.it.program.*",
              "budget=1%",
              learned)
          .classPath(TargetClasses.of(configuration.jdk()).classes())
          .main(Programs.PACKAGE + "ControlsAtRandom", folder.toString(), "" + seed, rounds)
          .run()
          .succeeded();
      for (int dump = 1; Files.exists(folder.resolve(dump + ".json")); dump++) {
        Profile profile = Programs.read(folder.resolve(dump + ".json"));
        merged.addAll(compare(profile, expected(folder.resolve(dump + ".calls")), "dump " + dump));
      }
    }
    assertFalse(merged.isEmpty());
  }

  /** Of a merged method there are no more calls; returns those methods. */
  private static Set<String> compare(Profile profile, Map<String, Long> expected, String text) {
    Set<String> merged =
        profile.methods().stream()
            .filter(method -> method.className().endsWith("$Worker"))
            .filter(method -> method.tier().equals(MethodInfo.MERGED))
            .map(MethodInfo::name)
            .collect(Collectors.toSet());
    Map<String, Long> told = calls(profile);
    for (String method : merged) {
      long calls = told.getOrDefault(method, 0L);
      long truth = expected.getOrDefault(method, 0L);
      assertTrue(calls <= truth, text + ", " + method + ": " + calls + ", truly " + truth);
    }
    told.keySet().removeAll(merged);
    expected.keySet().removeAll(merged);
    assertEquals(expected, told, text);
    return merged;
  }

  private static void check(Path folder) throws IOException {
    long recorded = 0;
    long inThreads = 0;
    int dumps = 0;
    while (Files.exists(folder.resolve(dumps + 1 + ".json"))) {
      dumps++;
      Profile profile = Programs.read(folder.resolve(dumps + ".json"));
      assertEquals(expected(folder.resolve(dumps + ".calls")), calls(profile), "dump " + dumps);
      long ofWindows =
          profile.run().windows().stream().mapToLong(RunInfo.Window::durationNanos).sum();
      for (ThreadProfile thread : profile.threads()) {
        if (thread.name().equals("worker")) {
          recorded += ofWindows;
          inThreads += raw(thread);
        }
      }
    }
    assertTrue(dumps > 0, "no dump in " + folder);
    assertTrue(inThreads >= LEAST_TIME * recorded, inThreads + " of " + recorded + " ns");
  }

  private static long raw(ThreadProfile thread) {
    return thread.tree().selfSum() + thread.tree().overheadSum() + thread.interruptions().nanos();
  }

  private static Map<String, Long> expected(Path file) throws IOException {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(line -> line.split(" "))
          .collect(
              Collectors.toMap(
                  parts -> parts[0], parts -> Long.valueOf(parts[1]), Long::sum, TreeMap::new));
    }
  }

  /** Of the workers' methods that count themselves. */
  private static Map<String, Long> calls(Profile profile) {
    Map<String, Long> calls = new TreeMap<>();
    MethodSums sums = MethodSums.of(profile.threads(), profile.methods().size());
    for (int i = 0; i < sums.methods(); i++) {
      String name = profile.methods().get(i).name();
      boolean isWorkers = profile.methods().get(i).className().endsWith("$Worker");
      if (isWorkers && !name.equals("run") && !name.equals("count") && !name.contains("<")) {
        calls.merge(name, sums.calls(i), Long::sum);
      }
    }
    calls.values().removeIf(count -> count == 0);
    return calls;
  }
}
