package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What kept a thread from running is shown by itself, and not as what its methods did. */
class InterruptionsIT {
  /** What is known, is trusted from the first call on. */
  private static final String AT_ONCE = "calstats=off,warmupcount=0";

  private static final Path SCHEDULER_STATISTICS = Path.of("/proc/thread-self/schedstat");

  static Stream<Jdk> jdks() {
    return Jdk.all().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void waitingForAProcessor(Jdk jdk) throws IOException {
    assumeTrue(Files.exists(SCHEDULER_STATISTICS), "left out: this kernel does not tell");
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("switched-out", configuration);
    run(configuration, file, "Crowded", AT_ONCE).run().succeeded();

    Profile profile = Programs.read(file);
    CallTree tree = Programs.thread(profile, "main").tree();
    int node = node(profile, MethodInfo.SWITCHED_OUT);
    assertTrue(node > 0, "there is none");
    assertEquals(0, tree.parent(node));
    assertEquals(0, tree.calls(node));
    // With three others for each processor it would be three quarters, were all scheduled alike.
    assertTrue(tree.self(node) > rawSum(tree) / 10, () -> tree.self(node) + " ns");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#all")
  void noneWithoutCalibration(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("not-switched-out", configuration);
    run(configuration, file, "Crowded", "calibration=off").run().succeeded();

    assertEquals(-1, node(Programs.read(file), MethodInfo.SWITCHED_OUT));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void collections(Jdk jdk) throws IOException {
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("collected", configuration);
    run(configuration, file, "Collected", AT_ONCE)
        .options("-XX:+UseSerialGC", "-Xmx128m", "-Xmn8m")
        .run()
        .succeeded();

    Profile profile = Programs.read(file);
    CallTree tree = Programs.thread(profile, "main").tree();
    int node = node(profile, MethodInfo.COLLECTED);
    assertTrue(node > 0, "there are none");
    assertEquals(0, tree.parent(node));
    assertTrue(tree.self(node) > 0, () -> tree.self(node) + " ns");
  }

  private static JavaRun run(
      Configuration configuration, Path file, String program, String options) {
    return JavaRun.profiled(configuration, file, "include=" + Programs.PACKAGE + "*", options)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + program);
  }

  /** The node of the main thread; -1 where it has none. */
  private static int node(Profile profile, MethodInfo method) {
    CallTree tree = Programs.thread(profile, "main").tree();
    return IntStream.range(1, tree.size())
        .filter(node -> profile.methods().get(tree.method(node)).equals(method))
        .findFirst()
        .orElse(-1);
  }

  private static long rawSum(CallTree tree) {
    return tree.selfSum() + tree.overheadSum();
  }
}
