package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What kept a thread from running is shown by itself, and not as what its methods did. */
class InterruptionsIT {
  /** What is known, is trusted from the first call on. */
  private static final String AT_ONCE = "warmupcount=0";

  private static final Path SCHEDULER_STATISTICS = Path.of("/proc/thread-self/schedstat");

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void waitingForAProcessor(Jdk jdk) throws IOException {
    assumeTrue(Files.exists(SCHEDULER_STATISTICS), "left out: this kernel does not tell");
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("switched-out", configuration);
    Outcome outcome = run(configuration, file, "Crowded", AT_ONCE).run().succeeded();

    Profile profile = Programs.read(file);
    assertMainWasCrowded(profile);
    assertNoMethodStandsForThem(profile);
    // The agent's last line and the heading of the report say the same.
    long overhead = profile.threads().stream().mapToLong(thread -> thread.sums().overhead()).sum();
    long self = profile.threads().stream().mapToLong(thread -> thread.sums().self()).sum();
    double percent = 100.0 * overhead / (overhead + self);
    String said = String.format(Locale.ROOT, " (%.1f%% of the raw value)", percent);
    assertTrue(outcome.stderr().contains(said), () -> said + ": " + outcome);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void waitingForAProcessorInMainsFirstAndOnlyInterval(Jdk jdk) throws IOException {
    assumeTrue(Files.exists(SCHEDULER_STATISTICS), "left out: this kernel does not tell");
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("switched-out-at-once", configuration);
    run(configuration, file, "Crowded", "exclude=*#work:*#step").run().succeeded();

    assertMainWasCrowded(Programs.read(file));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void waitingForAProcessorWhereTheTreeIsFull(Configuration configuration) throws IOException {
    assumeTrue(Files.exists(SCHEDULER_STATISTICS), "left out: this kernel does not tell");
    Path file = Programs.profileFile("switched-out-of-full-tree", configuration);
    run(configuration, file, "Crowded", "maxnodes=1").run().succeeded();

    assertMainWasCrowded(Programs.read(file));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void noneWithoutCalibration(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("not-switched-out", configuration);
    run(configuration, file, "Crowded", "calibration=off").run().succeeded();

    assertEquals(
        0, Programs.thread(Programs.read(file), "main").interruptions().switchedOutNanos());
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void collections(Jdk jdk) throws IOException {
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("collected", configuration);
    run(configuration, file, "Collected", AT_ONCE)
        .options("-XX:+UseSerialGC", "-Xmx128m", "-Xmn8m")
        .run()
        .succeeded();

    Profile profile = Programs.read(file);
    long nanos = Programs.thread(profile, "main").interruptions().collectedNanos();
    assertTrue(nanos > 0, () -> nanos + " ns");
    assertNoMethodStandsForThem(profile);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void stopsAreNoOverhead(Jdk jdk) throws IOException {
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("stopped", configuration);
    Outcome outcome = run(configuration, file, "CrowdedAndStopped", AT_ONCE).run().succeeded();
    assertEquals("0\n", outcome.stdout(), "it was stopped");

    ThreadProfile main = Programs.thread(Programs.read(file), "main");
    long overhead = main.tree().overheadSum();
    long raw = rawSum(main);
    assertTrue(overhead < 0.1 * raw, () -> overhead + " of " + raw + " ns");
  }

  private static JavaRun run(
      Configuration configuration, Path file, String program, String options) {
    return JavaRun.profiled(configuration, file, "include=" + Programs.PACKAGE + "*", options)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + program);
  }

  /** With three others for each processor, three quarters, were all scheduled alike. */
  private static void assertMainWasCrowded(Profile profile) {
    ThreadProfile main = Programs.thread(profile, "main");
    long nanos = main.interruptions().switchedOutNanos();
    long raw = rawSum(main);
    assertTrue(nanos > 0.4 * raw && nanos < raw, () -> nanos + " of " + raw + " ns");
  }

  private static void assertNoMethodStandsForThem(Profile profile) {
    assertEquals(
        List.of(),
        profile.methods().stream().filter(method -> method.className().isEmpty()).toList());
  }

  private static long rawSum(ThreadProfile thread) {
    return thread.tree().selfSum() + thread.tree().overheadSum() + thread.interruptions().nanos();
  }
}
