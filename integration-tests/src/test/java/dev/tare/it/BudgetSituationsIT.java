package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.it.check.Truth;
import dev.tare.it.launch.AgentJar;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Traces;
import dev.tare.it.runner.OtherAgent;
import dev.tare.profile.BudgetUse;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.SkippedMethod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Situations in which tiers change while a program runs: what kept its probes has all of its calls,
 * nothing has more than were made, and the program goes on as without a profiler.
 */
@Execution(ExecutionMode.CONCURRENT)
class BudgetSituationsIT {
  /** Milliseconds of CPU time: the controller looks after 0.5 s and 1 s. */
  private static final int MILLIS = Matrix.count(900, 3_000);

  /** What nothing is transformed more often for, however long a program runs. */
  private static final int MAX_BATCHES = 7;

  private static final String EVEN = Programs.PACKAGE + "ChangesPhases$Even";

  /** One run with a budget: its files, and the agent that looks on. */
  private record Run(Configuration configuration, Path folder) {
    static Run of(String name, Configuration configuration) throws IOException {
      String folder = "budget-situations/" + name + "-" + configuration.fileName();
      return new Run(configuration, Traces.emptyDirectory(folder));
    }

    JavaRun profiled(String... options) {
      String all = String.join(",", options);
      return JavaRun.profiled(
              configuration,
              profile(),
              all.contains("include=") ? all : "include=dev.tare.it.program.*," + all,
              "budgetlearn=" + folder.resolve("learned.tsv"))
          .classPath(TargetClasses.of(configuration.jdk()).classes());
    }

    Path profile() {
      return folder.resolve("profile.json");
    }

    Profile read() throws IOException {
      return Programs.read(profile());
    }

    /**
     * Adds the other agent.
     *
     * @param words what {@link OtherAgent} does
     */
    JavaRun with(JavaRun run, String words) throws IOException {
      Path jar = AgentJar.of(OtherAgent.class, folder);
      Files.deleteIfExists(transformedFile());
      return run.agent(jar, transformedFile() + ";" + words);
    }

    private Path transformedFile() {
      return folder.resolve("transformed.txt");
    }

    /** The classes that the profiler had transformed again so far, by their names, in order. */
    List<String> transformed() throws IOException {
      return Files.readAllLines(transformedFile()).stream()
          .filter(line -> !line.startsWith(OtherAgent.OWN))
          .toList();
    }

    /** No class was in more batches than there were. */
    int batches() throws IOException {
      List<String> all = transformed();
      return all.stream().mapToInt(name -> Collections.frequency(all, name)).max().orElse(0);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void phasesThatAlternateDoNotHaveClassesWovenEachTime(Configuration configuration)
      throws IOException {
    Run run = Run.of("phases", configuration);
    int phases = Matrix.count(14, 8);
    String millis = Integer.toString(Matrix.count(MILLIS / 12, 5_000));
    Outcome outcome =
        run.with(run.profiled("budget=10%"), OtherAgent.WATCH)
            .main(Programs.PACKAGE + "ChangesPhases", "" + phases, millis)
            .run();
    Set<String> merged = Truth.of(outcome).check(run.read());
    assertTrue(merged.containsAll(Set.of("evenLeaf", "oddLeaf")), merged::toString);
    assertTrue(run.batches() <= Math.min(MAX_BATCHES, phases / 2), () -> "too many in " + run);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void aMainThatNeverReturnsLosesProbesOfWhatItCalls(Configuration configuration)
      throws IOException {
    Run run = Run.of("never-returns", configuration);
    RunningJvm jvm =
        run.profiled("budget=10%")
            .main(Programs.PACKAGE + "NeverReturns", "" + MILLIS)
            .start()
            .awaitLine("ready");
    Truth truth = Truth.of(jvm.lines());
    Outcome outcome = jvm.terminate().await();
    assertEquals(128 + 15, outcome.exitStatus(), outcome::toString);
    assertEquals(List.of(), outcome.otherErrorLines());
    Profile profile = run.read();
    assertMerged("small", truth.check(profile));
    assertEquals(1, Programs.sum(profile, "main", CallTree::open));
    assertEquals(0, Programs.sum(profile, "small", CallTree::open));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void whatUnwindsThroughMethodsThatWereMergedLeavesARightTree(Configuration configuration)
      throws IOException {
    Run run = Run.of("unwinds", configuration);
    String fold = configuration.readsAtEveryEvent() ? "recursion=full" : "recursion=fold";
    Outcome outcome =
        run.profiled("budget=10%", fold)
            .main(Programs.PACKAGE + "UnwindsWhileChanged", "" + MILLIS)
            .run();
    assertUnwound(Truth.of(outcome), run.read());
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void anAgentThatTransformsClassesAgainBeforeTheProfiler(Configuration configuration)
      throws IOException {
    Run run = Run.of("agent-before", configuration);
    JavaRun unwinds =
        run.with(run.profiled("budget=10%"), OtherAgent.AGAIN)
            .lastAgentFirst()
            .main(Programs.PACKAGE + "UnwindsWhileChanged", "" + MILLIS);
    assertUnwound(Truth.of(unwinds.run()), run.read());
    assertTrue(run.batches() <= MAX_BATCHES, () -> "too many in " + run);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void anAgentThatTransformsClassesAgainAfterTheProfiler(Configuration configuration)
      throws IOException {
    Matrix.onlyAtNight();
    Run run = Run.of("agent-behind", configuration);
    JavaRun phases =
        run.with(run.profiled("budget=10%"), OtherAgent.AGAIN)
            .main(Programs.PACKAGE + "ChangesPhases", "10", "" + MILLIS / 10);
    Set<String> merged = Truth.of(phases.run()).check(run.read());
    assertTrue(merged.containsAll(Set.of("evenLeaf", "oddLeaf")), merged::toString);
    assertTrue(run.batches() <= MAX_BATCHES, () -> "too many in " + run);
  }

  private static void assertUnwound(Truth truth, Profile profile) {
    // A folded node has the calls that its method makes of itself, too: pairs do not tell those.
    boolean isFolded = "fold".equals(profile.settings().get("recursion"));
    Set<String> merged = isFolded ? truth.checkMethods(List.of(profile)) : truth.check(profile);
    assertTrue(merged.containsAll(Set.of("down", "one", "other")), merged::toString);
    for (String method : List.of("down", "one", "other", "passes", "small", "dives", "hops")) {
      assertEquals(0, Programs.sum(profile, method, CallTree::open), method);
    }
    assertFalse(merged.contains("thrower"), merged::toString);
    assertEquals(truth.calls("thrower"), Programs.sum(profile, "thrower", CallTree::exceptions));
    for (String method : List.of("throwing", "overflows", "afterwards", "overflowed")) {
      assertEquals(0, Programs.sum(profile, method, CallTree::exceptions), method);
    }
    // Both began before "small" was merged, and ended when it had been.
    for (String thread : List.of("returning", "throwing")) {
      CallTree tree = Programs.thread(profile, thread).tree();
      long exceptions = thread.equals("throwing") ? 1 : 0;
      assertEquals(1, Programs.sum(profile, tree, "small", CallTree::callsLow), thread);
      assertEquals(exceptions, Programs.sum(profile, tree, "small", CallTree::exceptions), thread);
      assertEquals(exceptions, Programs.sum(profile, tree, "waits", CallTree::exceptions), thread);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void aClassThatCannotBeWovenAgainKeepsItsProbesAndOthersLoseTheirs(Configuration configuration)
      throws IOException {
    Run run = Run.of("refused", configuration);
    Outcome outcome =
        run.with(run.profiled("budget=10%"), OtherAgent.REFUSE + EVEN)
            .main(Programs.PACKAGE + "ChangesPhases", "10", "" + MILLIS / 10)
            .run();
    Profile profile = run.read();
    Set<String> merged = Truth.of(outcome).check(profile);
    assertTrue(merged.contains("evenLeaf"), merged::toString);
    Set<String> ofRefused = Set.of("even", "oddLeaf", "oddAnchor");
    assertTrue(Collections.disjoint(merged, ofRefused), merged::toString);
    assertEquals(
        List.of(EVEN),
        profile.skipped().stream().map(SkippedMethod::className).distinct().toList());
    // Once with the others, and once alone: it is asked no second time.
    assertTrue(Collections.frequency(run.transformed(), EVEN) <= 3, run::toString);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void aClassOfManyLoadersLosesItsProbesInAllAndLeavesNoneOfThem(Configuration configuration)
      throws IOException {
    Run run = Run.of("loaders", configuration);
    int kept = Matrix.count(300, 10_000);
    Outcome outcome =
        run.with(run.profiled("budget=10%"), OtherAgent.WATCH)
            .main(Programs.PACKAGE + "CallsThroughLoaders", "" + kept, "" + MILLIS)
            .run();
    Profile profile = run.read();
    Set<String> merged = Truth.of(outcome).check(profile);
    assertTrue(merged.contains("leaf") && !merged.contains("plugin"), merged::toString);
    BudgetUse use = Objects.requireNonNull(profile.run().budget());
    assertTrue(use.weavingNanos() > 0 && use.weavingNanos() < use.cpuNanos(), use::toString);
    String plugin = Programs.PACKAGE + "CallsThroughLoaders$Plugin";
    assertTrue(Collections.frequency(run.transformed(), plugin) >= kept, run::toString);
    // A compiler may hold a class or two that it is working on.
    assertTrue(value(outcome, "left:") < 0.1 * kept, outcome::toString);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void virtualThreadsThatGiveTheirCarriersAway(Configuration configuration) throws IOException {
    assumeTrue(configuration.jdk().feature() >= 25, "no virtual threads");
    Run run = Run.of("virtual", configuration);
    Outcome outcome =
        run.profiled("budget=10%")
            .main(Programs.PACKAGE + "VirtualSmallCalls", "" + 2 * MILLIS)
            .run();
    assertMerged("small", Truth.of(outcome).check(run.read()));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void whileAProgramRestsNothingIsWoven(Configuration configuration) throws IOException {
    Run run = Run.of("rests", configuration);
    // One reading of samples by cold code is a tenth of half a second.
    String restMillis = "" + Matrix.count(2_400, 8_000);
    RunningJvm jvm =
        run.with(run.profiled("budget=10%"), OtherAgent.WATCH)
            .main(Programs.PACKAGE + "RestsAfterWork", "" + MILLIS, restMillis)
            .start()
            .awaitLine("rests");
    List<String> transformed = run.transformed();
    Outcome outcome = jvm.await();
    assertMerged("small", Truth.of(outcome).check(run.read()));
    assertFalse(transformed.isEmpty());
    assertEquals(transformed, run.transformed());
    assertTrue(value(outcome, "share:") < Matrix.bound(0.1, 0.03), outcome::toString);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void runsOfASecondEndWhateverTheBudgetIsAbout(Configuration configuration) throws IOException {
    Matrix.onlyAtNight();
    Run run = Run.of("second", configuration);
    for (int i = 0; i < 8; i++) {
      String millis = "" + (700 + 50 * i); // around the first looks
      Files.deleteIfExists(run.folder.resolve("learned.tsv"));
      Outcome outcome =
          run.profiled("budget=10%")
              .main(Programs.PACKAGE + "NeverReturns", millis, "returns")
              .run();
      Set<String> merged = Truth.of(outcome).check(run.read());
      assertTrue(Set.of("small").containsAll(merged), merged::toString);
      assertTrue(Files.exists(run.folder.resolve("learned.tsv")), outcome::toString);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void aBudgetThatCannotBeKeptIsSaidAndTheAnchorsStay(Configuration configuration)
      throws IOException {
    Run run = Run.of("unreachable", configuration);
    String include =
        "include=dev.tare.it.program.*:" + Programs.PACKAGE + "ChangesPhases$Odd#evenLeaf";
    Outcome outcome =
        run.profiled(include, "budget=10%")
            .main(Programs.PACKAGE + "ChangesPhases", "10", "" + MILLIS / 10)
            .run();
    Profile profile = run.read();
    Set<String> merged = Truth.of(outcome).check(profile);
    assertTrue(outcome.stderr().contains("budget of 10%, which cannot be kept"), outcome::toString);
    assertFalse(Objects.requireNonNull(profile.run().budget()).isReachable());
    assertEquals(
        Set.of(MethodInfo.TIMED),
        profile.methods().stream()
            .filter(method -> method.name().equals("evenLeaf"))
            .map(MethodInfo::tier)
            .collect(Collectors.toSet()));
    assertTrue(merged.contains("oddLeaf"), merged::toString);
    List<String> anchors = List.of("even", "odd", "evenAnchor", "oddAnchor");
    assertTrue(Collections.disjoint(merged, anchors), merged::toString);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void aFileThatFitsHalfOfTheClassesServesThese(Configuration configuration) throws IOException {
    Run run = Run.of("half-fits", configuration);
    phases(run, MILLIS);
    Path learned = run.folder.resolve("learned.tsv");
    String ofEven = "class\t[0-9a-f]+\t" + Pattern.quote(EVEN);
    List<String> lines = Files.readAllLines(learned);
    assertEquals(1, lines.stream().filter(line -> line.matches(ofEven)).count());
    List<String> half =
        lines.stream().map(line -> line.matches(ofEven) ? "class\t1\t" + EVEN : line).toList();

    // No look comes in so short a time: all have the tiers that they began with.
    Files.write(learned, half);
    assertFalse(phases(run, 200).stderr().contains("of no use"));
    assertEquals(Set.of(CallsKind.DERIVED), Truth.kinds(run.read(), "evenLeaf"));
    assertEquals(Set.of(CallsKind.EXACT), Truth.kinds(run.read(), "oddLeaf"));
    assertEquals(List.of(), run.transformed());

    if (Matrix.isFull()) {
      Files.write(learned, half);
      Set<String> merged = Truth.of(phases(run, MILLIS)).check(run.read());
      assertTrue(merged.containsAll(Set.of("evenLeaf", "oddLeaf")), merged::toString);
    }
  }

  /** What the program printed after this word. */
  private static double value(Outcome outcome, String word) {
    return outcome
        .stdout()
        .lines()
        .filter(line -> line.startsWith(word + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(word.length() + 1)))
        .findFirst()
        .orElseThrow();
  }

  private static Outcome phases(Run run, int millis) throws IOException {
    Outcome outcome =
        run.with(run.profiled("budget=10%"), OtherAgent.WATCH)
            .main(Programs.PACKAGE + "ChangesPhases", "10", "" + millis / 10)
            .run();
    Truth.of(outcome).check(run.read());
    return outcome;
  }

  /** Each period's profile has the calls of its time, whatever was woven in it. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void theProfilesOfAllPeriodsTogetherHaveTheCallsOfTheRun(Configuration configuration)
      throws IOException {
    Run run = Run.of("periods", configuration);
    Outcome outcome =
        run.profiled("budget=10%", "every=150ms", "file=" + run.folder.resolve("period-%n.json"))
            .main(Programs.PACKAGE + "UnwindsWhileChanged", "" + MILLIS)
            .run();
    List<Profile> periods = new ArrayList<>();
    for (int i = 1; Files.exists(run.folder.resolve("period-" + i + ".json")); i++) {
      periods.add(Programs.read(run.folder.resolve("period-" + i + ".json")));
    }
    assertTrue(periods.size() >= 2, () -> periods.size() + " periods");
    Set<String> merged = Truth.of(outcome).checkMethods(periods);
    assertTrue(merged.containsAll(Set.of("down", "one", "other")), merged::toString);
    assertFalse(merged.contains("thrower"), merged::toString);
  }

  /** Others may be, too, where the machine is busy while the program starts. */
  private static void assertMerged(String method, Set<String> merged) {
    assertTrue(merged.contains(method), () -> method + " is not among " + merged);
  }
}
