package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A budget: which methods lose their probes while the program runs, and what stays exact. */
@Execution(ExecutionMode.CONCURRENT)
class BudgetIT {
  /** CPU seconds: the controller looks after 0.5, 1 and 2. */
  private static final int SECONDS = 4;

  /**
   * So many of the methods that are called once a round keep a count, however dear the others are.
   * The budget allows so many where the machine is busy.
   */
  private static final long ANCHORS = 4;

  /** A method's tier, and its calls. */
  private record Recorded(String tier, long calls) {}

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void whatCostsTooMuchIsMergedAndTheRestStaysExact(Configuration configuration)
      throws IOException {
    Path learned = Workspace.output("budget").resolve(configuration.fileName() + ".tsv");
    Files.deleteIfExists(learned);
    Path file = Programs.profileFile("budget", configuration);

    Outcome first = run(configuration, file, learned);
    Profile profile = Programs.read(file);
    Map<String, Recorded> recorded = recorded(profile);
    Map<String, Long> truth = truth(first);
    assertExact(truth, recorded);
    // The main thread has another id once main has returned, and its CPU time counts once.
    long cpuNanos = Objects.requireNonNull(profile.run().budget()).cpuNanos();
    assertTrue(cpuNanos < 1.25e9 * SECONDS, () -> cpuNanos + " ns of CPU time");
    Recorded mix = Objects.requireNonNull(recorded.get("mix"));
    assertEquals(MethodInfo.MERGED, mix.tier(), recorded::toString);
    assertTrue(
        mix.calls() > 0 && mix.calls() < Objects.requireNonNull(truth.get("mix")), mix::toString);
    assertEquals(Set.of(CallsKind.BOUNDED), kinds(profile, "mix"), "its callers went on meanwhile");
    assertTrue(exactRounds(truth, recorded) >= ANCHORS, recorded::toString);

    Outcome second = run(configuration, file, learned);
    profile = Programs.read(file);
    recorded = recorded(profile);
    assertExact(truth(second), recorded);
    mix = Objects.requireNonNull(recorded.get("mix"));
    assertEquals(MethodInfo.MERGED, mix.tier(), "by what the first run learnt");
    Recorded caller = Objects.requireNonNull(recorded.get("mixOften"));
    assertEquals(truth(second).get("mixOften"), caller.calls(), "counted, or implied by callers");
    if (!caller.tier().equals(MethodInfo.MERGED)) {
      assertEquals(truth(second).get("mix"), mix.calls(), "counted by its caller");
      assertEquals(Set.of(CallsKind.DERIVED), kinds(profile, "mix"));
    }
    assertTrue(exactRounds(truth(second), recorded) >= ANCHORS, recorded::toString);
  }

  /** Each ends between two looks at all threads, most of them unseen. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void theTimeOfThreadsThatEndedCounts(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("budget-short-threads", configuration);
    Outcome outcome =
        JavaRun.profiled(
                configuration,
                file,
                "include=dev.tare.it.program.*",
                "budget=30%",
                "budgetlearn=off")
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "ShortThreads", "400", "8")
            .run()
            .succeeded();
    long cpuNanos = Objects.requireNonNull(Programs.read(file).run().budget()).cpuNanos();
    long all = Objects.requireNonNull(truth(outcome).get("all"));
    assertTrue(cpuNanos > all / 2, () -> cpuNanos + " of " + all + " ns");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void theTimeOfAThreadWhoseCallsTookNoReadingIsInItsProfile(Configuration configuration)
      throws IOException {
    sleepsWithoutReadings(configuration, "100%", "sleeper");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void soIsThatOfMain(Configuration configuration) throws IOException {
    sleepsWithoutReadings(configuration, "100%", "main", "in main");
  }

  /** Its period is longer than the thread lives. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void soIsThatOfSampledModeWithoutABudget(Configuration configuration) throws IOException {
    sleepsWithoutReadings(configuration, "off", "sleeper");
  }

  private static void sleepsWithoutReadings(
      Configuration configuration, String budget, String thread, String... arguments)
      throws IOException {
    Path file = Programs.profileFile("budget-" + budget.replace("%", "-") + thread, configuration);
    Outcome outcome =
        JavaRun.profiled(
                configuration,
                file,
                "include=dev.tare.it.program.*",
                "exclude=dev.tare.it.program.*#main",
                "interval=10s",
                "budget=" + budget,
                "budgetlearn=off")
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "SleepsInSmallMethods", arguments)
            .run()
            .succeeded();
    ThreadSums sums = Programs.thread(Programs.read(file), thread).sums();
    long ran = Long.parseLong(outcome.stdout().strip());
    assertTrue(sums.self() >= 0.9 * ran, () -> sums + ", ran for " + ran + " ns");
  }

  @Test
  void aFileOfAnotherBuildOfTheProgramIsReported() throws IOException {
    Matrix.onlyAtNight();
    Configuration configuration = Configuration.fullOnTheOldest().findFirst().orElseThrow();
    Path file = Programs.profileFile("budget-other-build", configuration);
    Path learned = Workspace.output("budget").resolve("other-build.tsv");
    Files.deleteIfExists(learned);
    assertFalse(run(configuration, file, learned).stderr().contains("of no use"));
    String otherBuild = Files.readString(learned).replaceAll("class\t[0-9a-f]+", "class\t1");
    Files.writeString(learned, otherBuild);
    assertTrue(run(configuration, file, learned).stderr().contains("of no use to this run"));
  }

  /** The JVM makes the file of a loaded class anew, and it is the same class all the same. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void whatARunLearntThatBeganLateServesOneThatDidNot(Configuration configuration)
      throws IOException {
    Matrix.onlyAtNight();
    Path file = Programs.profileFile("budget-late", configuration);
    Path learned = Workspace.output("budget").resolve("late-" + configuration.fileName() + ".tsv");
    Files.deleteIfExists(learned);
    RunningJvm late =
        profiled(configuration, file, "start=delayed,budgetlearn=" + learned)
            .start()
            .awaitErrorLine("[tare] ");
    late.command("start").succeeded();
    late.await().succeeded();
    List<String> classes = classes(learned);
    assertFalse(classes.isEmpty());
    assertFalse(run(configuration, file, learned).stderr().contains("of no use"));
    assertEquals(classes, classes(learned));
  }

  /** It ends before any look, and its readings are not of time. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void aRunThatMeasuresNothingKeepsNothing(Configuration configuration) throws IOException {
    Path learned = Workspace.output("budget").resolve("none-" + configuration.fileName() + ".tsv");
    Files.deleteIfExists(learned);
    JavaRun.profiled(
            configuration,
            Programs.profileFile("budget-none", configuration),
            "include=dev.tare.it.program.*",
            "budget=30%",
            "metric=alloc",
            "budgetlearn=" + learned)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + "Prints")
        .run()
        .succeeded();
    assertFalse(Files.exists(learned));
  }

  /** The lines that tell classes from others of their name. */
  private static List<String> classes(Path learned) throws IOException {
    return Files.readAllLines(learned).stream().filter(line -> line.startsWith("class")).toList();
  }

  /** As in many containers: what is learnt cannot be kept, and the budget is all the same. */
  @Test
  void withoutAHomeTheBudgetIsKept() throws IOException {
    Configuration configuration = Configuration.fullOnTheOldest().findFirst().orElseThrow();
    Path file = Programs.profileFile("budget-without-home", configuration);
    profiled(configuration, file, "budgetlearn=auto")
        .options("-Duser.home=/none")
        .environment("XDG_CACHE_HOME", "")
        .run()
        .succeeded();
    Recorded mix = Objects.requireNonNull(recorded(Programs.read(file)).get("mix"));
    assertEquals(MethodInfo.MERGED, mix.tier());
  }

  /** Methods that are called once a round, and of which each call was counted. */
  private static long exactRounds(Map<String, Long> truth, Map<String, Recorded> recorded) {
    Long rounds = Objects.requireNonNull(truth.get("round"));
    return recorded.values().stream()
        .filter(found -> !found.tier().equals(MethodInfo.MERGED) && found.calls() == rounds)
        .count();
  }

  /** How the calls of a method's nodes are known. */
  private static Set<CallsKind> kinds(Profile profile, String method) {
    Set<CallsKind> kinds = EnumSet.noneOf(CallsKind.class);
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        if (profile.methods().get(tree.method(node)).name().equals(method)) {
          kinds.add(tree.callsKind(node));
        }
      }
    }
    return kinds;
  }

  private static Outcome run(Configuration configuration, Path file, Path learned)
      throws IOException {
    return profiled(configuration, file, "budgetlearn=" + learned).run().succeeded();
  }

  private static JavaRun profiled(Configuration configuration, Path file, String option) {
    return JavaRun.profiled(
            configuration, file, "include=dev.tare.it.program.*", "budget=30%", option)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + "ManySmallCalls", Integer.toString(SECONDS));
  }

  /** What has its probes throughout has all of its calls, and nothing has more than all. */
  private static void assertExact(Map<String, Long> truth, Map<String, Recorded> recorded) {
    truth.forEach(
        (method, calls) -> {
          Recorded found = recorded.get(method);
          assertNotNull(found, method);
          if (found.tier().equals(MethodInfo.MERGED)) {
            assertTrue(found.calls() <= calls, method + ": " + found + ", " + calls + " calls");
          } else {
            assertEquals(calls, found.calls(), method + ": " + found);
          }
        });
  }

  private static Map<String, Long> truth(Outcome outcome) {
    Map<String, Long> truth = new HashMap<>();
    outcome
        .stdout()
        .lines()
        .map(line -> line.split(" "))
        .forEach(word -> truth.put(word[0], Long.parseLong(word[1])));
    return truth;
  }

  private static Map<String, Recorded> recorded(Profile profile) {
    MethodSums sums = MethodSums.of(profile.threads(), profile.methods().size());
    Map<String, Recorded> recorded = new HashMap<>();
    for (int i = 0; i < sums.methods(); i++) {
      MethodInfo method = profile.methods().get(i);
      recorded.put(method.name(), new Recorded(method.tier(), sums.calls(i)));
    }
    return recorded;
  }
}
