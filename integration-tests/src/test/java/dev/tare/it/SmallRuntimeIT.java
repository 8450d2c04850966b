package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.it.check.Truth;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.Tool;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runtimes made by jlink, with hardly any module. */
@Order(6)
class SmallRuntimeIT {
  private static final String SMALLEST = "java.base,java.instrument";
  private static final String PRINTS = Programs.PACKAGE + "Prints";
  private static final Map<String, Jdk> IMAGES = new HashMap<>();

  static Stream<Arguments> whatWorks() {
    return onTheJdks(
        Arguments.of(SMALLEST, "mode=full", "metric time from System.nanoTime"),
        Arguments.of(SMALLEST, "mode=sampled", "metric time from System.nanoTime"),
        Arguments.of(SMALLEST, "budget=100%,budgetlearn=off", "metric time from "),
        Arguments.of(SMALLEST, "metric=cpu", "metric cpu from "),
        Arguments.of(SMALLEST + ",java.management", "metric=cpu", "metric cpu from "),
        Arguments.of(SMALLEST + ",java.logging", "metric=cpu", "metric cpu from "),
        Arguments.of(SMALLEST + ",java.management", "mode=full", "metric time from "));
  }

  static Stream<Arguments> whatIsLeftOut() {
    return onTheJdks(
        Arguments.of(SMALLEST, "metric=alloc", "no module java.management"),
        Arguments.of(SMALLEST, "metric=instructions", "no module java.logging"),
        Arguments.of(SMALLEST, "cpusamples=10ms", "no CPU-time samples: "));
  }

  @ParameterizedTest
  @MethodSource("whatWorks")
  void nothingMoreIsNeeded(Jdk jdk, String modules, String options, String said)
      throws IOException {
    Outcome outcome = profiled(jdk, modules, options);
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    assertTrue(outcome.profilerLines().get(0).contains(said), outcome::toString);
  }

  @ParameterizedTest
  @MethodSource("whatIsLeftOut")
  void whatNeedsMoreSaysSoInALineAndIsLeftOut(Jdk jdk, String modules, String options, String said)
      throws IOException {
    Outcome outcome = profiled(jdk, modules, options);
    assertEquals(3, outcome.profilerLines().size(), outcome::toString);
    assertTrue(outcome.profilerLines().get(0).contains(said), outcome::toString);
  }

  /** There is no flight recorder, and so there are no samples that tell what probes cost. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void aBudgetTakesProbesWithoutAFlightRecorder(Configuration configuration) throws IOException {
    Path folder = Traces.emptyDirectory("small runtime budget " + configuration.fileName());
    Path file = folder.resolve("profile.json");
    Jdk jdk = image(configuration.jdk(), SMALLEST + ",java.management");
    Outcome outcome =
        JavaRun.profiled(
                new Configuration(jdk, configuration.mode()),
                file,
                "include=dev.tare.it.program.*",
                "budget=10%",
                "budgetlearn=" + folder.resolve("learned.tsv"))
            .classPath(Workspace.classes())
            .main(Programs.PACKAGE + "ChangesPhases", "10", "" + Matrix.count(100, 400))
            .run();
    Set<String> merged = Truth.of(outcome).check(Programs.read(file));
    assertTrue(merged.containsAll(Set.of("evenLeaf", "oddLeaf")), merged::toString);
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
  }

  private static Outcome profiled(Jdk jdk, String modules, String options) throws IOException {
    Path file = Workspace.output("small runtime").resolve(jdk.feature() + ".json");
    Files.deleteIfExists(file);
    Outcome outcome =
        JavaRun.on(image(jdk, modules))
            .profiler(options + ",include=dev.tare.it.program.*,file=" + file)
            .classPath(Workspace.classes())
            .main(PRINTS)
            .run()
            .succeeded();
    assertEquals("to standard output\n", outcome.stdout());
    assertEquals(List.of("to standard error"), outcome.otherErrorLines());
    assertEquals(1024, RealProgram.calls(Programs.read(file), PRINTS));
    return outcome;
  }

  private static synchronized Jdk image(Jdk jdk, String modules) throws IOException {
    String name = jdk.feature() + "-" + modules;
    Jdk made = IMAGES.get(name);
    if (made == null) {
      Path home = Traces.emptyDirectory("image-" + name).resolve("runtime");
      String jlink = jdk.tool("jlink").toString();
      try {
        Tool.run(jlink, "--add-modules", modules, "--output", home.toString());
      } catch (IOException e) {
        assumeTrue(false, "this JDK makes no images: " + e.getMessage());
      }
      made = new Jdk(jdk.feature(), Optional.of(home));
      IMAGES.put(name, made);
    }
    return made;
  }

  /** Each case on one of the JDKs in turn; on every one in a full matrix. */
  private static Stream<Arguments> onTheJdks(Arguments... cases) {
    List<Jdk> jdks = Jdk.all();
    return IntStream.range(0, jdks.size() * cases.length)
        .filter(i -> Matrix.isFull() || i / cases.length == i % cases.length % jdks.size())
        .mapToObj(
            i -> {
              Object[] args = cases[i % cases.length].get();
              return Arguments.of(jdks.get(i / cases.length), args[0], args[1], args[2]);
            });
  }
}
