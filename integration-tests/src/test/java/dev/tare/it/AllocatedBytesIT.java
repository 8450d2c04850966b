package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Counts that probes do not add to: what the profiler allocates in a thread is no method's. */
class AllocatedBytesIT {
  private static final String PROGRAM = Programs.PACKAGE + "AllocatesNothing";

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void methodsThatAllocateNothingHaveNone(Jdk jdk) throws IOException {
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("allocates-nothing", configuration);
    // Without statistics, none of what is found can have been subtracted.
    JavaRun.profiled(
            configuration,
            file,
            "metric=alloc",
            "budget=off",
            "calibration=off",
            "include=" + PROGRAM)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(PROGRAM)
        .run()
        .succeeded();
    Profile profile = Programs.read(file);
    CallTree tree = Programs.thread(profile, "main").tree();
    assertTrue(tree.size() > 10, "all methods have nodes");
    for (int node = 1; node < tree.size(); node++) {
      assertEquals(0, tree.self(node), profile.methods().get(tree.method(node)).name());
    }
  }

  /** No category's overhead is known, and each interval of {@code allocates} holds its array. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void whatAMethodAllocatesAtEachCallIsNoOverhead(Jdk jdk) throws IOException {
    assertEquals(150 * 512, selfOf("allocates", jdk, "alloc"));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void norAreTheSwitchesOfAMethodThatSleeps(Jdk jdk) throws IOException {
    long switches = selfOf("sleeps", jdk, "context-switches", "sleep");
    assertTrue(switches >= 150, () -> switches + " switches");
  }

  private static long selfOf(String method, Jdk jdk, String metric, String... arguments)
      throws IOException {
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("allocates-or-sleeps-" + metric, configuration);
    String program = Programs.PACKAGE + "AllocatesOrSleeps";
    JavaRun.profiled(configuration, file, "metric=" + metric, "include=" + program)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(program, arguments)
        .run()
        .succeeded();
    Profile profile = Programs.read(file);
    assertEquals(metric, profile.metric().name());
    CallTree tree = Programs.thread(profile, "main").tree();
    long self = 0;
    for (int node = 1; node < tree.size(); node++) {
      if (profile.methods().get(tree.method(node)).name().equals(method)) {
        self += tree.self(node);
      }
    }
    return self;
  }
}
