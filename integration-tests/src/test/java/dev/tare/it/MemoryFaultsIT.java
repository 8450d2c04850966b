package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads and little heap: what the profiler takes is bounded, and no call is lost. */
@Order(4)
@Execution(ExecutionMode.CONCURRENT)
class MemoryFaultsIT {
  private static final String HEAP_OF_24_MB = "-Xmx24m";
  private static final String ONE_COLLECTOR = "-XX:+UseSerialGC";

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void fiveThousandThreadsAtOnceHaveATreeEach(Jdk jdk) throws IOException {
    Matrix.onlyAtNight();
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("many-threads", configuration);
    Programs.profiled(configuration, file, "ManyThreads", "5000")
        .options("-Xmx256m")
        .run()
        .succeeded();
    Profile profile = Programs.read(file);
    List<ThreadProfile> many =
        profile.threads().stream().filter(thread -> thread.name().startsWith("many-")).toList();
    assertEquals(5_000, many.size());
    assertTrue(many.stream().allMatch(thread -> calls(thread.tree()) == 4), "four calls in each");
  }

  /** 2.6 KB for each that has ended would be twice the heap. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void twentyThousandThreadsOneAfterTheOtherNeedNotTheMemoryOfAll(Jdk jdk) throws IOException {
    Matrix.onlyAtNight();
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("threads-come-and-go", configuration);
    Outcome outcome =
        Programs.profiled(configuration, file, "ThreadsComeAndGo", "20000")
            .options(HEAP_OF_24_MB, ONE_COLLECTOR)
            .run()
            .succeeded();
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    Profile profile = Programs.read(file);
    assertEquals(
        20_000 * 4,
        profile.threads().stream()
            .filter(thread -> thread.name().startsWith("request-"))
            .mapToLong(thread -> calls(thread.tree()))
            .sum());
    ThreadProfile sum = Programs.thread(profile, "request-*");
    assertTrue(!sum.alive() && !sum.virtual(), "not of virtual threads");
    assertEquals(0, profile.limits().callsPastMaxnodes());
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void treesTakeAQuarterOfTheHeapAndNoMore(Jdk jdk) throws IOException {
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("quarter-of-the-heap", configuration);
    Outcome outcome =
        Programs.profiled(configuration, file, "DeepAndWide")
            .options("-Xmx96m", ONE_COLLECTOR)
            .run()
            .succeeded();
    assertTrue(
        outcome
            .profilerLines()
            .get(1)
            .contains(
                " calls counted without context, since call trees had taken a quarter of the"
                    + " heap: "),
        outcome::toString);
    Profile profile = Programs.read(file);
    CallTree tree = Programs.thread(profile, "deep").tree();
    assertEquals(980_001, calls(tree));
    assertTrue(tree.size() > 200_000, "nodes: " + tree.size());
  }

  /** Nobody can catch the error then; without the profiler there would be none. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void aJvmThatEndsAtOnceWhereTheHeapIsFullLivesOn(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("fatal-out-of-memory", configuration);
    Outcome outcome =
        Programs.profiled(configuration, file, "DeepAndWide", "52")
            .options("-Xmx96m", ONE_COLLECTOR, "-XX:+ExitOnOutOfMemoryError")
            .run()
            .succeeded();
    assertTrue(
        outcome
            .profilerLines()
            .get(1)
            .contains(" calls counted without context, since the heap was full: "),
        outcome::toString);
    assertEquals(980_001, calls(Programs.thread(Programs.read(file), "deep").tree()));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void aProgramThatDiesOfItLeavesAWholeProfile(Jdk jdk) throws IOException {
    Path file = dies(jdk, "large", "-XX:-ExitOnOutOfMemoryError");
    assertEquals(1_001, calls(Programs.thread(Programs.read(file), "main").tree()));
  }

  /**
   * With the option, or with no byte left, some JVMs run nothing at their end: then there is no
   * profile.
   */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void whereTheJvmEndsAtOnceThereIsNoHalfAProfile(Jdk jdk) throws IOException {
    for (Path file :
        List.of(
            dies(jdk, "large", "-XX:+ExitOnOutOfMemoryError"),
            dies(jdk, "full", "-XX:-ExitOnOutOfMemoryError"))) {
      if (Files.exists(file)) {
        assertEquals(1_001, calls(Programs.thread(Programs.read(file), "main").tree()));
      }
    }
  }

  /** Dies as it would plain, and returns where its profile would be. */
  private static Path dies(Jdk jdk, String how, String option) throws IOException {
    Outcome plain = dying(JavaRun.on(jdk), jdk, how, option).run();
    Configuration configuration = new Configuration(jdk, "full");
    Path file =
        Programs.profileFile(
            "dies-out-of-memory-" + how + (option.contains("+") ? "-at-once" : ""), configuration);
    Outcome profiled =
        dying(
                JavaRun.profiled(configuration, file, "include=dev.tare.it.program.*"),
                jdk,
                how,
                option)
            .run();
    assertTrue(plain.exitStatus() != 0, plain::toString);
    assertEquals(plain.exitStatus(), profiled.exitStatus(), profiled::toString);
    assertEquals(plain.stdout(), profiled.stdout());
    return file;
  }

  private static JavaRun dying(JavaRun run, Jdk jdk, String how, String option) {
    return run.options(HEAP_OF_24_MB, ONE_COLLECTOR, option)
        .classPath(TargetClasses.of(jdk).classes())
        .main(Programs.PACKAGE + "LeavesOutOfMemory", how);
  }

  /** Not even the agent has room in it; some of its classes cannot be loaded. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void inAHeapOfTwoMegabytesTheProgramRuns(Jdk jdk) throws IOException {
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("two-megabytes", configuration);
    Outcome outcome =
        Programs.profiled(configuration, file, "Prints")
            .options("-Xmx2m", ONE_COLLECTOR)
            .run()
            .succeeded();
    assertEquals("to standard output\n", outcome.stdout());
    List<String> said = outcome.profilerLines();
    if (Files.exists(file)) {
      Programs.read(file);
    } else {
      assertTrue(
          said.stream().anyMatch(line -> line.matches("\\[tare] (no profile in|not profiling).*")),
          outcome::toString);
    }
  }

  private static long calls(CallTree tree) {
    return IntStream.range(1, tree.size()).mapToLong(tree::calls).sum();
  }
}
