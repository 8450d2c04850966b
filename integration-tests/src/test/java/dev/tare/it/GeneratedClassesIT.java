package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Outcome;
import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Generated classes have new names without end. */
class GeneratedClassesIT {
  private static final int COUNT = 200_000;

  /** Names and numbers of all their methods would take twice as much. */
  private static final String HEAP = "-Xmx64m";

  /** So many classes whose names differ in their digits keep them. */
  private static final long KEPT = 1_000;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void theCallsOfAllOfThemAreThereInASmallHeap(Jdk jdk) throws IOException {
    Matrix.onlyAtNight();
    Configuration configuration = new Configuration(jdk, "sampled");
    Path file = Programs.profileFile("generated-classes", configuration);
    Outcome outcome =
        Programs.profiled(configuration, file, "GeneratesClasses", Integer.toString(COUNT))
            .options(HEAP, "-XX:MaxMetaspaceSize=64m")
            .run()
            .succeeded();
    assertEquals("generated " + COUNT, outcome.stdout().strip());
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    Profile profile = Programs.read(file);
    Map<String, Long> calls = new TreeMap<>();
    CallTree tree = Programs.thread(profile, "main").tree();
    for (int node = 1; node < tree.size(); node++) {
      MethodInfo method = profile.methods().get(tree.method(node));
      if (method.className().contains("$Generated")) {
        calls.merge(method.name(), tree.calls(node), Long::sum);
      }
    }
    long all = COUNT;
    assertEquals(Map.of("<init>", all, "run", all, "work", all), calls);
    assertEquals(
        KEPT + 1,
        profile.methods().stream()
            .filter(method -> method.className().contains("$Generated"))
            .map(MethodInfo::className)
            .distinct()
            .count());
  }
}
