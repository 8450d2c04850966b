package dev.tare.it;

import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.check.Shape;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Large trees: whole up to the limit, exact for each method past it, and smaller if folded. */
@Order(4)
@Execution(ExecutionMode.CONCURRENT)
class MaxNodesIT {

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void pastTheLimitCallsAndExceptionsOfEachMethodStayExact(Configuration configuration)
      throws IOException {
    Path logs = Workspace.output("maxnodes/" + configuration.fileName());
    Path file = Programs.profileFile("maxnodes", configuration);
    Outcome outcome = randomCalls(configuration, file, logs, "maxnodes=1000");
    assertTrue(
        outcome
            .profilerLines()
            .get(1)
            .endsWith(
                " calls counted without context, since a tree had maxnodes nodes: recursion=fold"
                    + " or a narrower include would keep it"),
        outcome::toString);
    Profile profile = Programs.read(file);
    for (String name : List.of("random-0", "random-1")) {
      CallTree tree = Programs.thread(profile, name).tree();
      Shape truth = Shape.ofLog(logs.resolve(name));
      int inContext = (int) IntStream.range(0, tree.size()).filter(i -> tree.cut(i) == 0).count();
      assertTrue(inContext > 900 && inContext <= 1002, name + " has " + inContext + " nodes");
      assertMethods(truth, Shape.of(profile, tree));
      Shape seen = Shape.of(profile, tree, "run");
      assertEquals("", String.join("\n", seen.contradictions(truth)), name);
    }
    assertTrue(profile.limits().callsPastMaxnodes() > 0, profile.limits().toString());
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#all")
  void statusIsToldOfACallPastTheLimitThatIsOpen(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("maxnodes-status", configuration);
    RunningJvm jvm =
        JavaRun.profiled(
                configuration,
                file,
                "include=dev.tare.it.program.*",
                "budget=off",
                "maxnodes=2",
                "metric=cpu") // Of time, an interruption's node may take the place of main's.
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "WaitsForItsEnd")
            .start()
            .awaitLine("ready");
    // Of main, of 50 calls that ended, and of the one that waits.
    String status = jvm.command("status").succeeded().stdout();
    assertTrue(status.contains(", 102 probes"), status);
    jvm.terminate().await();
    assertEquals(51, Programs.read(file).limits().callsPastMaxnodes());
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void foldedCallsAndExceptionsOfEachMethodStayExact(Configuration configuration)
      throws IOException {
    Path logs = Workspace.output("fold/" + configuration.fileName());
    for (String limit : List.of("maxnodes=heap", "maxnodes=12")) {
      Path file = Programs.profileFile("fold", configuration);
      randomCalls(configuration, file, logs, "recursion=fold", limit);
      Profile profile = Programs.read(file);
      for (String name : List.of("random-0", "random-1")) {
        CallTree tree = Programs.thread(profile, name).tree();
        assertMethods(Shape.ofLog(logs.resolve(name)), Shape.of(profile, tree));
        assertNoMethodIsTwiceOnItsPath(tree);
      }
      assertEquals(limit.equals("maxnodes=12"), profile.limits().callsPastMaxnodes() > 0);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void aRecursiveCallOpensTheNodeThatItsMethodHas(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("recurses", configuration);
    Outcome outcome =
        JavaRun.profiled(configuration, file, "include=dev.tare.it.program.*", "recursion=fold")
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "Recurses")
            .run()
            .succeeded();
    Profile profile = Programs.read(file);
    CallTree tree = Programs.thread(profile, "main").tree();
    Map<String, Long> paths = Shape.of(profile, tree).paths();
    paths.keySet().removeIf(path -> path.startsWith("<"));
    assertEquals(
        Map.ofEntries(
            entry("main", 1L),
            entry("main>leaf", 4L),
            entry("main>direct", 101L),
            entry("main>direct>leaf", 202L),
            entry("main>even", 51L),
            entry("main>even>odd", 50L),
            entry("main>even>odd>leaf", 50L),
            entry("main>fails", 51L),
            entry("main>catches", 11L),
            entry("main>catches>leaf", 5L),
            entry("main>catches>throwsOn", 6L)),
        paths);
    Map<String, String> methods = Shape.of(profile, tree).methods();
    assertEquals("51 calls, 51 exceptions", methods.get("fails"));
    assertEquals("11 calls, 5 exceptions", methods.get("catches"));
    assertEquals("6 calls, 5 exceptions", methods.get("throwsOn"));
    assertEquals("101 calls, 0 exceptions", methods.get("direct"));
    if (configuration.readsAtEveryEvent()) {
      ThreadProfile main = Programs.thread(profile, "main");
      long rawNanos = tree.selfSum() + tree.overheadSum() + main.interruptions().nanos();
      assertTrue(
          rawNanos >= Long.parseLong(outcome.stdout().strip()), () -> rawNanos + " of " + outcome);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void reportsAndSumsShowWhatHasNoContext(Configuration configuration) throws IOException {
    Path logs = Workspace.output("beyond/" + configuration.fileName());
    Path file = Programs.profileFile("beyond", configuration);
    randomCalls(configuration, file, logs, "maxnodes=20");
    Path sum = Programs.profileFile("beyond-twice", configuration);
    command("merge", file.toString(), file.toString(), "-o", sum.toString());
    Profile once = Programs.read(file);
    Profile twice = ProfileReader.read(sum);
    assertEquals(2 * once.limits().callsPastMaxnodes(), twice.limits().callsPastMaxnodes());
    assertEquals(2 * calls(once, "dispatch"), calls(twice, "dispatch"));
    assertTrue(command("report", file.toString(), "--tree").contains("<beyond maxnodes>"));
    assertTrue(command("diff", file.toString(), sum.toString()).contains("dispatch"));
    Path collapsed = sum.resolveSibling(configuration.fileName() + ".collapsed");
    command("export", file.toString(), "--format", "collapsed", "-o", collapsed.toString());
    assertTrue(Files.readString(collapsed).contains("<beyond maxnodes>;"));
  }

  private static long calls(Profile profile, String method) {
    return profile.threads().stream()
        .map(thread -> Shape.of(profile, thread.tree()).methods().getOrDefault(method, "0 "))
        .mapToLong(text -> Long.parseLong(text.substring(0, text.indexOf(' '))))
        .sum();
  }

  private static String command(String command, String... arguments) throws IOException {
    return JavaRun.on(Jdk.all().get(0))
        .options("-jar", Workspace.profilerJar().toString())
        .main(command, arguments)
        .run()
        .succeeded()
        .stdout();
  }

  private static Outcome randomCalls(
      Configuration configuration, Path file, Path logs, String... options) throws IOException {
    String[] all = Arrays.copyOf(options, options.length + 1);
    all[options.length] = "include=dev.tare.it.program.*";
    return JavaRun.profiled(configuration, file, all)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + "RandomCalls", "7", "2", "60000", logs.toString())
        .run()
        .succeeded();
  }

  /** Those that the program logged; it has others, which it did not. */
  private static void assertMethods(Shape truth, Shape seen) {
    Map<String, String> methods = seen.methods();
    methods.keySet().retainAll(truth.methods().keySet());
    assertEquals(truth.methods(), methods);
  }

  private static void assertNoMethodIsTwiceOnItsPath(CallTree tree) {
    for (int node = 1; node < tree.size(); node++) {
      for (int above = tree.parent(node); above > 0; above = tree.parent(above)) {
        assertNotEquals(tree.method(node), tree.method(above));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void almostAMillionNodesTenThousandDeepFitIntoAModestHeap(Configuration configuration)
      throws IOException {
    Matrix.onlyAtNight();
    Path file = Programs.profileFile("deep-and-wide", configuration);
    Programs.profiled(configuration, file, "DeepAndWide").options("-Xmx320m").run().succeeded();
    Profile profile = Programs.read(file);
    CallTree tree = Programs.thread(profile, "deep").tree();
    assertEquals(980_001, IntStream.range(1, tree.size()).mapToLong(tree::calls).sum());
    assertEquals(10_001, deepest(tree));
    assertTrue(tree.size() > 970_000, "nodes: " + tree.size());
    assertEquals(0, profile.limits().callsPastMaxnodes());
    Outcome report =
        JavaRun.on(configuration.jdk())
            .options("-Xmx256m", "-jar", Workspace.profilerJar().toString())
            .main("report", file.toString())
            .run()
            .succeeded();
    assertTrue(report.stdout().contains("DeepAndWide.zero"), report::toString);
  }

  private static int deepest(CallTree tree) {
    int[] depths = new int[tree.size()];
    for (int node = 1; node < tree.size(); node++) {
      depths[node] = depths[tree.parent(node)] + 1;
    }
    return IntStream.of(depths).max().orElse(0);
  }
}
