package dev.tare.it.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.dockerjava.api.model.Capability;
import dev.tare.it.check.Invariants;
import dev.tare.it.check.Truth;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In containers with less of everything: the profile is whole or one line says why there is none,
 * and the program's exit status is its own.
 */
@Tag("containers")
class ContainersIT {
  private static final String PACKAGE = "dev.tare.it.program.";
  private static final String NOBODY = "12345:12345";
  private static final long HALF_A_CPU = 500_000_000;
  private static final long MEGABYTE = 1 << 20;
  private static final int TERMINATED = 128 + 15;
  private static final int KILLED = 128 + 9;

  private static final Map<Integer, String> IMAGES = new HashMap<>();
  private static @Nullable Engine engine;

  @BeforeAll
  static void startEngine() throws IOException, InterruptedException {
    engine = Engine.running();
    for (Jdk jdk : Jdk.all()) {
      if (jdk.home().isPresent()) {
        IMAGES.put(jdk.feature(), JdkImage.of(jdk, engine.host()));
      }
    }
  }

  @AfterAll
  static void stopEngine() throws IOException, InterruptedException {
    if (engine != null) {
      engine.stop();
    }
  }

  static Stream<Jdk> jdks() {
    return Jdk.all().stream();
  }

  private static ContainerRun run(Jdk jdk, String name, String... agentOptions) throws IOException {
    jdk.tool("java"); // skips where there is none
    String image = Objects.requireNonNull(IMAGES.get(jdk.feature()));
    return ContainerRun.of(image, name + "-" + jdk.feature(), agentOptions);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void withTheEnginesOwnSettings(Jdk jdk) throws IOException {
    ContainerRun run = run(jdk, "default").program(PACKAGE + "Prints");
    assertPrints(run.run());
    assertEquals("time", profile(run).metric().name());
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void whereSeccompForbidsCountersTheMetricIsTimeAndSaysWhy(Jdk jdk) throws IOException {
    ContainerRun run = run(jdk, "seccomp", "metric=instructions").program(PACKAGE + "Prints");
    Outcome outcome = run.run();
    assertEquals(0, outcome.exitStatus(), outcome::toString);
    assertEquals(3, outcome.profilerLines().size(), outcome::toString);
    String fallback = profile(run).metric().fallback();
    assertTrue(fallback != null && fallback.contains("EPERM"), outcome::toString);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void underAnOpenSeccompProfileAnEventIsMapped(Jdk jdk) throws IOException {
    ContainerRun run =
        run(jdk, "unconfined", "metric=cpu")
            .host(host -> host.withSecurityOpts(List.of("seccomp=unconfined")))
            .program(PACKAGE + "Prints");
    assertPrints(run.run());
    assertEquals("cpu", profile(run).metric().name());
    String source = profile(run).metric().source();
    assertTrue(source.endsWith("the mapped page of a software event"), source);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void underTheDefaultSeccompProfileThereIsAnotherSourceOfCpuTime(Jdk jdk) throws IOException {
    ContainerRun run = run(jdk, "cpu", "metric=cpu").program(PACKAGE + "Prints");
    assertPrints(run.run());
    assertEquals("cpu", profile(run).metric().name());
    String source = profile(run).metric().source();
    assertTrue(source.contains("for want of a mapped page") && source.contains("EPERM"), source);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void withoutCapabilities(Jdk jdk) throws IOException {
    ContainerRun run =
        run(jdk, "no-capabilities")
            .host(
                host ->
                    host.withCapDrop(Capability.ALL).withSecurityOpts(List.of("no-new-privileges")))
            .program(PACKAGE + "Prints");
    assertPrints(run.run());
    profile(run);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void asAUserWithoutANameOrAHome(Jdk jdk) throws IOException {
    ContainerRun run =
        run(jdk, "not-root", "metric=cpu")
            .container(command -> command.withUser(NOBODY))
            .program(PACKAGE + "Prints");
    assertPrints(run.run());
    assertEquals("cpu", profile(run).metric().name());
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void onAReadOnlyRootFileSystem(Jdk jdk) throws IOException {
    ContainerRun run =
        run(jdk, "read-only", "metric=cpu")
            .host(
                host ->
                    host.withReadonlyRootfs(true).withTmpFs(Map.of("/tmp", "rw,exec,mode=1777")))
            .program(PACKAGE + "Prints");
    assertPrints(run.run());
    assertEquals("cpu", profile(run).metric().name());
  }

  /** The library of readings can be put nowhere; what needs none is measured. */
  @ParameterizedTest
  @MethodSource("jdks")
  void withNoPlaceForALibrary(Jdk jdk) throws IOException {
    ContainerRun run =
        run(jdk, "no-tmp", "metric=cpu")
            .host(host -> host.withReadonlyRootfs(true))
            .container(command -> command.withUser(NOBODY))
            .program(PACKAGE + "Prints");
    Outcome outcome = run.run();
    assertEquals(0, outcome.exitStatus(), outcome::toString);
    assertEquals("to standard output\n", outcome.stdout());
    assertTrue(outcome.profilerLines().size() <= 3, outcome::toString);
    profile(run);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void aFolderThatCannotBeWrittenStopsTheJvmWithOneLine(Jdk jdk) throws IOException {
    ContainerRun run =
        run(jdk, "no-out")
            .notBound()
            .host(host -> host.withReadonlyRootfs(true))
            .program(PACKAGE + "Prints");
    Outcome outcome = run.run();
    assertEquals(1, outcome.exitStatus(), outcome::toString);
    assertEquals("", outcome.stdout());
    assertEquals(1, outcome.stderr().lines().count(), outcome::toString);
    assertTrue(outcome.stderr().startsWith("[tare] file=/out/profile.json: "), outcome::toString);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void inAHeapOf64Megabytes(Jdk jdk) throws IOException {
    ContainerRun run =
        run(jdk, "small-heap")
            .host(host -> host.withMemory(256 * MEGABYTE))
            .options("-Xmx64m")
            .program(PACKAGE + "DeepAndWide");
    Outcome outcome = run.run();
    assertEquals(0, outcome.exitStatus(), outcome::toString);
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    assertEquals(980_001, calls(profile(run), "deep"));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void onHalfACpu(Jdk jdk) throws IOException {
    ContainerRun run =
        run(jdk, "half-a-cpu")
            .host(host -> host.withNanoCPUs(HALF_A_CPU))
            .program(PACKAGE + "ManyThreads", "100");
    Outcome outcome = run.run();
    assertEquals(0, outcome.exitStatus(), outcome::toString);
    assertEquals(4, calls(profile(run), "many-99"));
  }

  /** The engine stops all threads for most of each tenth of a second. */
  @ParameterizedTest
  @MethodSource("jdks")
  void onHalfACpuABudgetTakesProbes(Jdk jdk) throws IOException {
    ContainerRun run =
        run(jdk, "half-a-cpu-budget", "budget=10%", "mode=sampled")
            .host(host -> host.withNanoCPUs(HALF_A_CPU))
            .program(PACKAGE + "ChangesPhases", "10", "200");
    Outcome outcome = run.run();
    assertEquals(List.of(), outcome.succeeded().otherErrorLines());
    Set<String> merged = Truth.of(outcome.stdout().lines().toList()).check(profile(run));
    assertTrue(merged.containsAll(Set.of("evenLeaf", "oddLeaf")), merged::toString);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void killedByTheMemoryLimitTheOldProfileStays(Jdk jdk) throws IOException {
    ContainerRun run =
        run(jdk, "memory-limit", "calstats=off")
            .host(host -> host.withMemory(96 * MEGABYTE).withMemorySwap(96 * MEGABYTE))
            .options("-Xmx1g")
            .program(PACKAGE + "OutOfMemory");
    Files.writeString(run.profile(), "old");
    Outcome outcome = run.run();
    assertEquals(KILLED, outcome.exitStatus(), outcome::toString);
    assertEquals("old", Files.readString(run.profile()));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void stoppedByTheEngineItLeavesAWholeProfile(Jdk jdk) throws IOException {
    ContainerRun run = run(jdk, "stopped").program(PACKAGE + "WaitsForItsEnd");
    Outcome outcome = run.stopAfter("ready");
    assertEquals(TERMINATED, outcome.exitStatus(), outcome::toString);
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    assertEquals(52, calls(profile(run), "main"));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void attachedAndControlledFromWithinItLeavesAWholeProfile(Jdk jdk) throws IOException {
    ContainerRun run = run(jdk, "exec").withoutAgent().program(PACKAGE + "CallsUntilItsEnd");
    Outcome outcome =
        run.stopAfter(
            "ready",
            List.of(
                "attach 1 include=dev.tare.it.program.*,budget=off,file=/out/profile.json",
                "status 1",
                "stop 1",
                "start 1",
                "reset 1",
                "dump 1 -o /out/dump.json"));
    assertEquals(TERMINATED, outcome.exitStatus(), outcome::toString);
    Profile dump = ProfileReader.read(run.profile().resolveSibling("dump.json"));
    Invariants.check(dump);
    long inAll = calls(profile(run), "caller");
    assertTrue(inAll > 0 && calls(dump, "caller") <= inAll, outcome::toString);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void onAVolumeThatFillsUpOneLineSaysSo(Jdk jdk) throws IOException {
    ContainerRun run =
        run(jdk, "full-volume")
            .notBound()
            .host(host -> host.withTmpFs(Map.of("/out", "rw,size=16k,mode=1777")))
            .program(PACKAGE + "ManyThreads", "200");
    Outcome outcome = run.run();
    assertEquals(0, outcome.exitStatus(), outcome::toString);
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    assertEquals(
        "[tare] no profile in /out/profile.json: No space left on device",
        outcome.profilerLines().get(1));
  }

  private static void assertPrints(Outcome outcome) {
    assertEquals(0, outcome.exitStatus(), outcome::toString);
    assertEquals("to standard output\n", outcome.stdout());
    assertEquals(List.of("to standard error"), outcome.otherErrorLines());
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
  }

  private static Profile profile(ContainerRun run) throws IOException {
    Profile profile = ProfileReader.read(run.profile());
    Invariants.check(profile);
    return profile;
  }

  private static long calls(Profile profile, String thread) {
    CallTree tree =
        profile.threads().stream()
            .filter(candidate -> candidate.name().equals(thread))
            .findFirst()
            .orElseThrow()
            .tree();
    return IntStream.range(1, tree.size()).mapToLong(tree::calls).sum();
  }
}
