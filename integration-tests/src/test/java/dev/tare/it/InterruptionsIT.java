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
  private static final Path SCHEDULER_STATISTICS = Path.of("/proc/thread-self/schedstat");

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#all")
  void waitingForAProcessor(Configuration configuration) throws IOException {
    assumeTrue(Files.exists(SCHEDULER_STATISTICS), "left out: this kernel does not tell");
    Path file = Programs.profileFile("switched-out", configuration);
    Programs.profiled(configuration, file, "Crowded").run().succeeded();

    CallTree tree = Programs.thread(Programs.read(file), "main").tree();
    int node = node(Programs.read(file), MethodInfo.SWITCHED_OUT);
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
    JavaRun.profiled(configuration, file, "include=" + Programs.PACKAGE + "*", "calibration=off")
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + "Crowded")
        .run()
        .succeeded();

    assertEquals(-1, node(Programs.read(file), MethodInfo.SWITCHED_OUT));
  }

  static Stream<Jdk> jdks() {
    return Jdk.all().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void collections(Jdk jdk) throws IOException {
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("collected", configuration);
    Programs.profiled(configuration, file, "Collected")
        .options("-XX:+UseSerialGC", "-Xmx128m", "-Xmn8m")
        .run()
        .succeeded();

    CallTree tree = Programs.thread(Programs.read(file), "main").tree();
    int node = node(Programs.read(file), MethodInfo.COLLECTED);
    assertTrue(node > 0, "there are none");
    assertEquals(0, tree.parent(node));
    assertTrue(tree.self(node) > 0, () -> tree.self(node) + " ns");
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
