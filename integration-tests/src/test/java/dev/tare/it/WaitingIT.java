package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.CallTree;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Of wall time it is known how much of it a thread waited, and in which method. */
class WaitingIT {
  /** Fifty sleeps of five milliseconds. */
  private static final long SLEPT_NANOS = 250_000_000;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#all")
  void waitsAreToldFromWork(Configuration configuration) throws IOException {
    Profile profile = profile(configuration, "time");
    assertTrue(profile.metric().waitingKnown());
    ThreadSums sleeper = sums(profile, "sleeper");
    assertTrue(sleeper.waiting() >= SLEPT_NANOS, () -> sleeper.waiting() + " ns");
    ThreadSums idle = sums(profile, "idle");
    assertTrue(idle.waiting() > 0.9 * idle.self(), () -> idle + ", which never ended its wait");
    for (ThreadProfile thread : profile.threads()) {
      ThreadSums sums = thread.sums();
      assertTrue(sums.waiting() <= raw(sums), thread::name);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void theyLieInTheirMethods(Configuration configuration) throws IOException {
    Profile profile = profile(configuration, "time");
    long sleeps = waiting(profile, "sleep");
    assertTrue(sleeps > 2 * SLEPT_NANOS, () -> sleeps + " ns");
    assertTrue(sleeps > 10 * waiting(profile, "work"), () -> sleeps + " ns in sleep");
    assertTrue(waiting(profile, "main") > 0, "it waits for the others");
  }

  /** The profiler's own CPU time, here of weaving, is none that a wait lacks. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void waitsBehindTheProfilersWorkAreWhole(Configuration configuration) throws IOException {
    Profile profile = profile(configuration, "WaitsBehindLoads", "metric=time");
    ThreadSums main = sums(profile, "main");
    assertTrue(main.waiting() > 380_000_000, () -> main.waiting() + " ns of 400 ms and more");
  }

  /** In sampled mode a reading leaves work for the next one, which does not come there. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void allTimeOfAThreadThatEndsIsInItsProfile(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("ShortWaits", configuration);
    Outcome outcome = run(configuration, file, "ShortWaits", "metric=time");
    long told = Long.parseLong(outcome.stdout().strip().split(" ", -1)[1]);
    long seen =
        Programs.read(file).threads().stream()
            .filter(thread -> thread.name().contains("short"))
            .mapToLong(thread -> raw(thread.sums()) + thread.interruptions().nanos())
            .sum();
    assertTrue(Math.abs(seen - told) <= told / 20, () -> told + " ns told, " + seen + " ns seen");
  }

  /** Most periods of such threads end in waits; in sampled mode they leave the work to others. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void workBetweenWaitsIsNotThatOfTheWaits(Configuration configuration) throws IOException {
    assertWorkIsInItsMethods(configuration, "metric=cpu");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void norIsItInVirtualThreads(Configuration configuration) throws IOException {
    assertWorkIsInItsMethods(configuration, "metric=cpu", "virtual");
  }

  private static void assertWorkIsInItsMethods(
      Configuration configuration, String metric, String... arguments) throws IOException {
    Path file = Programs.profileFile("WorksBetweenWaits", configuration);
    run(configuration, file, "WorksBetweenWaits", metric, arguments);
    Profile profile = Programs.read(file);
    long works = self(profile, "works") + self(profile, "computes");
    long waits = self(profile, "waits");
    assertTrue(works > waits, () -> works + " ns, and " + waits + " ns in the method that waits");
  }

  private static long self(Profile profile, String method) {
    return Programs.sum(profile, method, CallTree::self);
  }

  /** What of a call was before the reset must not turn waiting for a processor into work. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void aCallAcrossAResetHasNotRunWithoutAProcessor(Configuration configuration) throws IOException {
    Profile profile = profile(configuration, "CrowdedAcrossReset", "metric=time");
    ThreadSums worker = sums(profile, "worker");
    // With three others for each processor it runs for a quarter, were all scheduled alike.
    assertTrue(worker.waiting() > 0.4 * worker.self(), worker::toString);
    // The others end while the profile is taken.
    for (ThreadProfile thread : profile.threads()) {
      ThreadSums sums = thread.sums();
      assertTrue(raw(sums) >= 0, () -> thread.name() + ": " + sums);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void cpuTimeHasNone(Configuration configuration) throws IOException {
    Profile profile = profile(configuration, "cpu");
    assertFalse(profile.metric().waitingKnown());
    assertEquals(0, sums(profile, "sleeper").waiting());
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void withoutTheNativeLibraryALineSaysThatItIsNotKnown(Configuration configuration)
      throws IOException {
    Path file = Programs.profileFile("waiting-unknown", configuration);
    Outcome outcome =
        JavaRun.profiled(configuration, file, "include=" + Programs.PACKAGE + "*")
            .options("-Dtare.native.directory=/missing")
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "Waiting")
            .run()
            .succeeded();
    String line =
        "[tare] warning: waiting and time without a processor count as work: /missing:"
            + " NoSuchFileException; would help: a directory that may be written and run from,"
            + " named with -Dtare.native.directory";
    assertEquals(
        List.of(line),
        outcome.profilerLines().stream().filter(said -> said.contains("warning")).toList());
    assertFalse(Programs.read(file).metric().waitingKnown());
  }

  private static Profile profile(Configuration configuration, String metric) throws IOException {
    return profile(configuration, "Waiting", "metric=" + metric);
  }

  private static Profile profile(Configuration configuration, String program, String options)
      throws IOException {
    Path file = Programs.profileFile(program + "-" + options, configuration);
    run(configuration, file, program, options);
    return Programs.read(file);
  }

  private static Outcome run(
      Configuration configuration, Path file, String program, String options, String... arguments)
      throws IOException {
    return JavaRun.profiled(configuration, file, "include=" + Programs.PACKAGE + "*", options)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + program, arguments)
        .run()
        .succeeded();
  }

  private static ThreadSums sums(Profile profile, String thread) {
    return Programs.thread(profile, thread).sums();
  }

  private static long raw(ThreadSums sums) {
    return sums.self() + sums.overhead();
  }

  private static long waiting(Profile profile, String method) {
    MethodSums sums = Objects.requireNonNull(profile.sums());
    return IntStream.range(0, sums.methods())
        .filter(i -> profile.methods().get(i).name().equals(method))
        .mapToLong(sums::waiting)
        .sum();
  }
}
