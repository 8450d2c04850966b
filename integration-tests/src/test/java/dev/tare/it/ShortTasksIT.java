package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Threads that end before a sampling period does. */
class ShortTasksIT {
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void theirMethodsHaveTheirTime(Configuration configuration) throws IOException {
    assertMethodsHaveTheTime(configuration, "platform");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void soHaveThoseOfVirtualThreads(Configuration configuration) throws IOException {
    assertMethodsHaveTheTime(configuration, "virtual", "virtual");
  }

  private static void assertMethodsHaveTheTime(
      Configuration configuration, String name, String... arguments) throws IOException {
    Path file = Programs.profileFile("short-tasks-" + name, configuration);
    JavaRun.profiled(
            configuration,
            file,
            "include=" + Programs.PACKAGE + "*",
            "exclude=" + Programs.PACKAGE + "*#main:" + Programs.PACKAGE + "*#thread",
            "interval=2ms")
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + "ShortTasks", arguments)
        .run()
        .succeeded();
    Profile profile = Programs.read(file);
    double all = 0;
    double shorter = 0;
    double longer = 0;
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      all += tree.selfSum();
      shorter += totalOf(profile, tree, "shorter");
      longer += totalOf(profile, tree, "longer");
    }
    // The rest is what threads do as they begin and end. Without what they leave to others, methods
    // would have a ninth.
    assertTrue(shorter + longer > 0.5 * all, shorter + " and " + longer + " of " + all);
    assertEquals(0.5, shorter / (shorter + longer), 0.2); // Of some 500 readings.
  }

  private static double totalOf(Profile profile, CallTree tree, String method) {
    double total = 0;
    for (int node = 1; node < tree.size(); node++) {
      for (int above = node; above > 0; above = tree.parent(above)) {
        if (profile.methods().get(tree.method(above)).name().equals(method)) {
          total += tree.self(node);
        }
      }
    }
    return total;
  }
}
