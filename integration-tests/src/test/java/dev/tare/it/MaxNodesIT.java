package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.check.Shape;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Large trees: whole up to the limit, and cut there without losing a call. */
class MaxNodesIT {

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#all")
  void callsPastTheLimitAreCountedWhereTheTreeWasCut(Configuration configuration)
      throws IOException {
    Path logs = Workspace.output("maxnodes/" + configuration.fileName());
    Path file = Programs.profileFile("maxnodes", configuration);
    JavaRun.profiled(configuration, file, "include=dev.tare.it.program.*", "maxnodes=1000")
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + "RandomCalls", "7", "2", "60000", logs.toString())
        .run()
        .succeeded();
    Profile profile = Programs.read(file);
    for (String name : List.of("random-0", "random-1")) {
      CallTree tree = Programs.thread(profile, name).tree();
      Shape truth = Shape.ofLog(logs.resolve(name));
      Shape seen = Shape.of(profile, tree, "run");
      assertTrue(tree.size() > 900 && tree.size() <= 1001, name + " has " + tree.size() + " nodes");
      assertEquals(truth.allCalls(), seen.allCalls(), name);
      assertEquals("", String.join("\n", seen.contradictions(truth)), name);
    }
    assertTrue(profile.lost().callsPastMaxnodes() > 0, profile.lost().toString());
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#all")
  void almostAMillionNodesTenThousandDeepFitIntoAModestHeap(Configuration configuration)
      throws IOException {
    Path file = Programs.profileFile("deep-and-wide", configuration);
    Programs.profiled(configuration, file, "DeepAndWide").options("-Xmx320m").run().succeeded();
    Profile profile = Programs.read(file);
    CallTree tree = Programs.thread(profile, "deep").tree();
    assertEquals(980_001, IntStream.range(1, tree.size()).mapToLong(tree::calls).sum());
    assertEquals(10_001, deepest(tree));
    assertTrue(tree.size() > 970_000, "nodes: " + tree.size());
    assertEquals(0, profile.lost().callsPastMaxnodes());
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
