package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
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
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads and little heap: what the profiler takes is bounded, and no call is lost. */
class MemoryFaultsIT {
  private static final String HEAP_OF_24_MB = "-Xmx24m";
  private static final String ONE_COLLECTOR = "-XX:+UseSerialGC";

  static Stream<Jdk> jdks() {
    return Jdk.all().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void fiveThousandThreadsAtOnceHaveATreeEach(Jdk jdk) throws IOException {
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
  @MethodSource("jdks")
  void twentyThousandThreadsOneAfterTheOtherNeedNotTheMemoryOfAll(Jdk jdk) throws IOException {
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
    assertEquals(0, profile.lost().callsPastMaxnodes());
  }

  @ParameterizedTest
  @MethodSource("jdks")
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
            .endsWith("calls not told apart: call trees had taken a quarter of the heap"),
        outcome::toString);
    Profile profile = Programs.read(file);
    CallTree tree = Programs.thread(profile, "deep").tree();
    assertEquals(980_001, calls(tree));
    assertTrue(tree.size() > 200_000, "nodes: " + tree.size());
  }

  /** The error leaves main, or, with the option, ends the JVM at once. */
  @ParameterizedTest
  @MethodSource("jdks")
  void aProgramThatDiesOfItDiesAsItWouldPlain(Jdk jdk) throws IOException {
    Configuration configuration = new Configuration(jdk, "full");
    for (String option : List.of("-XX:-ExitOnOutOfMemoryError", "-XX:+ExitOnOutOfMemoryError")) {
      Outcome plain =
          program(JavaRun.on(jdk), jdk).options(HEAP_OF_24_MB, ONE_COLLECTOR, option).run();
      Path file = Programs.profileFile("dies-out-of-memory", configuration);
      Outcome profiled =
          program(JavaRun.profiled(configuration, file, "include=dev.tare.it.program.*"), jdk)
              .options(HEAP_OF_24_MB, ONE_COLLECTOR, option)
              .run();
      assertTrue(plain.exitStatus() != 0, plain::toString);
      assertEquals(plain.exitStatus(), profiled.exitStatus(), profiled::toString);
      assertEquals(plain.stdout(), profiled.stdout());
      String last = profiled.profilerLines().get(profiled.profilerLines().size() - 1);
      if (last.startsWith("[tare] profile in ")) {
        Profile profile = Programs.read(file);
        assertEquals(1_001, calls(Programs.thread(profile, "main").tree()));
      } else {
        assertTrue(Files.notExists(file), "a file, and no line of it");
        assertTrue(
            option.contains("+") || last.startsWith("[tare] no profile in "), profiled::toString);
      }
    }
  }

  private static JavaRun program(JavaRun run, Jdk jdk) {
    return run.classPath(TargetClasses.of(jdk).classes())
        .main(Programs.PACKAGE + "LeavesOutOfMemory");
  }

  /** Not even the agent has room in it; some of its classes cannot be loaded. */
  @ParameterizedTest
  @MethodSource("jdks")
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
