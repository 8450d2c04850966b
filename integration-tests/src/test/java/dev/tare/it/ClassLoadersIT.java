package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Class loaders that come and go: nothing of the profiler holds them or what they loaded. */
class ClassLoadersIT {
  private static final int COUNT = Matrix.count(6_000, 10_000);

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void allAreCollectedAndTheirCallsCounted(Jdk jdk) throws IOException {
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("class-loaders", configuration);
    Outcome outcome =
        Programs.profiled(configuration, file, "LoadersComeAndGo", Integer.toString(COUNT))
            // Held, ten thousand would take 60 MB of it.
            .options("-XX:MaxMetaspaceSize=32m")
            .run()
            .succeeded();
    assertEquals("0", outcome.stdout().strip());
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    Profile profile = Programs.read(file);
    Map<String, Long> calls = new TreeMap<>();
    CallTree tree = Programs.thread(profile, "main").tree();
    for (int node = 1; node < tree.size(); node++) {
      if (profile.methods().get(tree.method(node)).className().endsWith("Plugin")) {
        calls.merge(profile.methods().get(tree.method(node)).name(), tree.calls(node), Long::sum);
      }
    }
    assertEquals(Map.of("<init>", 1L * COUNT, "run", 1L * COUNT, "work", 2L * COUNT), calls);
  }

  /** Counted by its entry alone, a method has nothing below it. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void callsAreBelowTheirCallerThoughAnotherClassOfItsNameCallsNothing(Configuration configuration)
      throws IOException {
    Path file = Programs.profileFile("two-of-one-name", configuration);
    JavaRun.profiled(
            configuration, file, "include=dev.tare.it.program.*", "budget=100%", "budgetlearn=off")
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + "LoadsTwoOfOneName")
        .run()
        .succeeded();
    Profile profile = Programs.read(file);
    CallTree tree = Programs.thread(profile, "main").tree();
    List<String> callersOfSum = new ArrayList<>();
    for (int node = 1; node < tree.size(); node++) {
      if (profile.methods().get(tree.method(node)).name().equals("sum")) {
        assertEquals(20, tree.calls(node));
        callersOfSum.add(profile.methods().get(tree.method(tree.parent(node))).name());
      }
    }
    assertEquals(List.of("getAsInt"), callersOfSum);
    assertEquals(20, Programs.sum(profile, "getAsInt", CallTree::calls));
  }
}
