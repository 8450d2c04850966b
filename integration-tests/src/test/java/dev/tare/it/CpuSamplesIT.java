package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.AloneAtNight;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Traces;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Samples stand for the CPU time that the kernel counts, whoever takes them. */
@Order(4)
@EnabledOnOs(OS.LINUX)
@ResourceLock(providers = AloneAtNight.class)
class CpuSamplesIT {
  private static final int CPU_TIME_EVENT_SINCE = 25;
  private static final String NO_RECORDER =
      "[tare] no CPU-time samples: the flight recorder cannot start: ";

  /** What threads may differ by at their ends, where nobody looks at the moment. */
  private static final double ALLOWED = Matrix.bound(0.75, 0.10);

  /** What samples of CPU time may lack; a busy machine makes it no more. */
  private static final double ALLOWED_TO_LACK = Matrix.bound(0.25, 0.10);

  /** What the account of an ended thread may differ by from the kernel's. */
  private static final double ALLOWED_AT_END = Matrix.bound(0.25, 0.05);

  /** What the shares of methods, or of threads, may be wrong by: a factor. */
  private static final double ALLOWED_OF_SHARES = Matrix.bound(2, 1);

  private static final long PERIOD_NANOS = 5_000_000;
  private static final long SHORT_PERIOD_NANOS = 20_000_000;

  /**
   * Of 80 threads each begins at a place in its period that is chosen by chance, and has a sample
   * in 4 cases of 10: 32 of them, and more than 20 more or less once in a hundred thousand times.
   */
  private static final double MOST_BY_CHANCE = 20;

  /** The runs of the program that uses processors, which several tests look at. */
  private static final Map<Configuration, Run> RUNS = new HashMap<>();

  private record Run(Outcome outcome, Profile profile, List<Path> left) {}

  /** A test that is run once more is not to look at the run that it has failed for. */
  @AfterAll
  static void forgetRuns() {
    RUNS.clear();
  }

  /** Probes, the JVM's execution samples, and its CPU-time samples; all modes in a full matrix. */
  static Stream<Configuration> allSources() {
    return selected(List.of("full", "none"), List.of("sampled"));
  }

  /** By probes in full mode on the oldest JDK alone; all in a full matrix. */
  static Stream<Configuration> samplingCpuTime() {
    return selected(List.of("full"), List.of())
        .filter(configuration -> isByEvent(configuration) || !configuration.mode().equals("none"));
  }

  static Stream<Configuration> fromSampledAndNone() {
    return selected(List.of("sampled"), List.of("none"))
        .filter(configuration -> !configuration.mode().equals("full"));
  }

  /** These modes on JDKs without and with samples by CPU time. */
  private static Stream<Configuration> selected(List<String> without, List<String> with) {
    return Jdk.all().stream()
        .flatMap(
            jdk -> Stream.of("full", "sampled", "none").map(mode -> new Configuration(jdk, mode)))
        .filter(
            configuration ->
                Matrix.isFull()
                    || (isByEvent(configuration) ? with : without).contains(configuration.mode()));
  }

  private static boolean isByProbes(Configuration configuration) {
    return !isByEvent(configuration) && !configuration.mode().equals("none");
  }

  private static String source(Configuration configuration) {
    if (isByEvent(configuration)) {
      return "jdk.CPUTimeSample";
    }
    return isByProbes(configuration) ? "CPU clocks and probes" : "jdk.ExecutionSample";
  }

  private static String measures(Configuration configuration) {
    return isByEvent(configuration) || isByProbes(configuration)
        ? CpuSamples.CPU_TIME
        : CpuSamples.EXECUTION_TIME;
  }

  private static boolean isByEvent(Configuration configuration) {
    return configuration.jdk().feature() >= CPU_TIME_EVENT_SINCE;
  }

  @ParameterizedTest
  @MethodSource("allSources")
  void theyAddUpToTheCpuTimeOfEveryKindOfThread(Configuration configuration) throws IOException {
    Run run = usingProcessors(configuration);
    Profile profile = run.profile();
    Map<String, Long> told =
        run.outcome()
            .stdout()
            .lines()
            .map(line -> line.split(" "))
            .collect(Collectors.toMap(words -> words[0], words -> Long.parseLong(words[1])));
    for (String name : List.of("computes", "sleeps", "native")) {
      CpuSamples samples = samples(profile, name);
      assertEquals(source(configuration), samples.source());
      assertEquals(measures(configuration), samples.measures());
      assertEquals(PERIOD_NANOS, samples.periodNanos());
      assertEquals(samples.taken(), samples.tree().samplesSum());
      long used = told.getOrDefault(name, 0L);
      assertAlike(configuration, used, samples.due() * PERIOD_NANOS, name);
      assertSeen(used, samples.cpuNanos(), name);
    }
    long many = sum(told, name -> name.startsWith("many-"));
    List<CpuSamples> manyThreads =
        profile.threads().stream()
            .filter(thread -> thread.name().startsWith("many-"))
            .map(thread -> samples(profile, thread.name()))
            .toList();
    long counted = manyThreads.stream().mapToLong(samples -> samples.due() * PERIOD_NANOS).sum();
    // Each ends in the middle of a period; where probes take the samples it begins in one, too.
    long ends = isByProbes(configuration) ? manyThreads.size() * PERIOD_NANOS / 4 : 0;
    assertAlike(configuration, many, counted, "many", ends);
    assertSeen(many, manyThreads.stream().mapToLong(CpuSamples::cpuNanos).sum(), "many");
  }

  @ParameterizedTest
  @MethodSource("fromSampledAndNone")
  void threadsThatEndBeforeTheirFirstSampleAreInTheSum(Configuration configuration)
      throws IOException {
    Path file = Programs.profileFile("cpu-samples-short", configuration);
    Outcome outcome = run(configuration, file, "ShortThreads", "20ms", "80", "8");
    Profile profile = Programs.read(file);
    long told = toldByAll(outcome);
    List<CpuSamples> all =
        profile.threads().stream()
            .filter(thread -> thread.name().contains("short"))
            .map(ThreadProfile::cpuSamples)
            .filter(Objects::nonNull)
            .toList();
    long seen = all.stream().mapToLong(CpuSamples::cpuNanos).sum();
    long due = all.stream().mapToLong(CpuSamples::due).sum();
    // What a thread uses to begin and to end is in it too; and it counts as if the thread had begun
    // as late as it was first given a processor.
    assertTrue(
        Math.abs(seen - told) <= Math.min(0.9, 3 * ALLOWED_AT_END) * told,
        () -> told + " ns told, " + seen + " ns seen");
    assertTrue(
        Math.abs(due - seen / SHORT_PERIOD_NANOS)
            <= (isByEvent(configuration) ? Matrix.bound(20, 2) : MOST_BY_CHANCE),
        () -> due + " due of " + seen);
  }

  /** One for each 32 KB of the heap is kept by itself. */
  @Test
  void samplesOfTooManyThreadsThatEndedAreAddedUpByNameAsTheirTreesAre() throws IOException {
    Matrix.onlyAtNight();
    Configuration configuration = new Configuration(Jdk.of(25), "sampled");
    Path file = Programs.profileFile("cpu-samples-ended", configuration);
    Outcome outcome =
        profiled(configuration, file, "ShortThreads", "1ms", "1100", "3")
            .options("-Xmx24m")
            .run()
            .succeeded();
    List<ThreadProfile> sampled =
        Programs.read(file).threads().stream()
            .filter(thread -> thread.name().startsWith("short-"))
            .filter(thread -> Objects.requireNonNull(thread.cpuSamples()).due() > 0)
            .toList();
    assertTrue(
        sampled.stream().anyMatch(thread -> thread.name().equals("short-*"))
            && sampled.stream().allMatch(thread -> thread.sums().calls() > 0),
        () -> sampled.stream().map(ThreadProfile::name).toList().toString());
    long told = toldByAll(outcome);
    long due =
        1_000_000
            * sampled.stream()
                .mapToLong(thread -> Objects.requireNonNull(thread.cpuSamples()).due())
                .sum();
    assertTrue(
        Math.abs(due - told) <= Math.min(0.9, 3 * ALLOWED_AT_END) * told,
        () -> told + " ns told, " + due + " ns counted");
  }

  private static long toldByAll(Outcome outcome) {
    return Long.parseLong(outcome.stdout().strip().split(" ", -1)[1]);
  }

  @ParameterizedTest
  @MethodSource("allSources")
  void theyAreInTheMethodsThatUseTheProcessor(Configuration configuration) throws IOException {
    Profile profile = usingProcessors(configuration).profile();
    CpuSamples samples = samples(profile, "computes");
    long most = below(samples.tree(), profile, "mostOfIt");
    long little = below(samples.tree(), profile, "aLittle");
    assertTrue(most > 3 / ALLOWED_OF_SHARES * little, most + " against " + little);
    assertTrue(most > samples.taken() / (2 * ALLOWED_OF_SHARES), most + " of " + samples.taken());
    if (!isByEvent(configuration) && configuration.mode().equals("none")) {
      assertEquals("jdk.ExecutionSample", samples.source());
      assertEquals(CpuSamples.EXECUTION_TIME, samples.measures());
    }
  }

  @ParameterizedTest
  @MethodSource("samplingCpuTime")
  void tenFastRequestsUseMoreCpuTimeThanOneSlowInTheSameTime(Configuration configuration)
      throws IOException {
    Path file = Programs.profileFile("http-requests", configuration);
    run(configuration, file, "HttpRequests", "1ms");
    Profile profile = Programs.read(file);
    long fast = samples(profile, "fast").due();
    long slow = samples(profile, "slow").due();
    assertTrue(
        fast > 2 / ALLOWED_OF_SHARES * slow,
        fast + " samples of the fast, " + slow + " of the slow");
    if (configuration.mode().equals("full") && Matrix.isFull()) {
      double fastNanos = total(profile, "fast", "tenFastRequests");
      double slowNanos = total(profile, "slow", "oneSlowRequest");
      assertTrue(
          (double) fast / slow > 1.5 * fastNanos / slowNanos,
          fastNanos + " ns of the fast, " + slowNanos + " of the slow");
    }
  }

  /** By default, and asked for: with no directory to write to it throws. */
  @ParameterizedTest
  @ValueSource(strings = {"budget=100%,budgetlearn=off", "cpusamples=5ms"})
  void aFlightRecorderThatCannotStartCostsTheSamplesAlone(String samples) throws IOException {
    Configuration configuration = new Configuration(Jdk.of(25), "full");
    Path file = Programs.profileFile("cpu-samples-none", configuration);
    Outcome outcome =
        JavaRun.profiled(configuration, file, "include=dev.tare.it.program.*", samples)
            .options("-Djava.io.tmpdir=/proc/none", "-Duser.home=/proc/none")
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "ManySmallCalls", "3")
            .run()
            .succeeded();
    List<String> said = outcome.profilerLines();
    assertTrue(
        said.stream().anyMatch(line -> line.startsWith(NO_RECORDER)) && said.size() == 3,
        outcome::toString);
    assertFalse(outcome.stderr().contains("\tat "), outcome::toString);
    assertTrue(Programs.thread(Programs.read(file), "main").sums().calls() > 0);
  }

  /** Samples of virtual threads are known by the threads' names, which all lack here. */
  @Test
  void samplesOfVirtualThreadsThatEndedAreNotThoseOfOneThatWaits() throws IOException {
    Configuration configuration = new Configuration(Jdk.of(25), "full");
    Path file = Programs.profileFile("cpu-samples-virtual", configuration);
    run(configuration, file, "VirtualRequests", "5ms");
    Map<Boolean, Long> takenByAlive =
        Programs.read(file).threads().stream()
            .filter(ThreadProfile::virtual)
            .collect(
                Collectors.groupingBy(
                    ThreadProfile::alive,
                    Collectors.summingLong(
                        thread -> Objects.requireNonNull(thread.cpuSamples()).taken())));
    assertEquals(0, takenByAlive.getOrDefault(true, -1L), takenByAlive::toString);
    assertTrue(takenByAlive.getOrDefault(false, 0L) > 0, takenByAlive::toString);
  }

  @ParameterizedTest
  @MethodSource("allSources")
  void nothingIsLeftOnDisk(Configuration configuration) throws IOException {
    assertEquals(List.of(), usingProcessors(configuration).left());
  }

  @Test
  void aRecordingOfTheUsersGoesOnBesideIt() throws IOException {
    Configuration configuration = new Configuration(Jdk.running(), "none");
    Path file = Programs.profileFile("cpu-samples-recording", configuration);
    Path recording = file.resolveSibling("users.jfr");
    Files.deleteIfExists(recording);
    profiled(configuration, file, "UsesProcessors", "5ms")
        .options("-XX:StartFlightRecording:filename=" + recording + ",settings=default")
        .run()
        .succeeded();
    assertTrue(samples(Programs.read(file), "computes").taken() > 0);
    List<String> events =
        RecordingFile.readAllEvents(recording).stream()
            .map(RecordedEvent::getEventType)
            .map(type -> type.getName())
            .toList();
    assertTrue(events.contains("jdk.ThreadStart"), "the recording has what its settings ask for");
    assertTrue(events.contains("jdk.Shutdown"), "and goes on to the JVM's end");
  }

  private static Run usingProcessors(Configuration configuration) throws IOException {
    Run run = RUNS.get(configuration);
    if (run == null) {
      Path file = Programs.profileFile("cpu-samples", configuration);
      Path temporary = Traces.emptyDirectory("cpu-samples-tmp/" + configuration.fileName());
      Outcome outcome =
          profiled(configuration, file, "UsesProcessors", "5ms")
              .options("-Djava.io.tmpdir=" + temporary)
              .run()
              .succeeded();
      try (Stream<Path> left = Files.list(temporary)) {
        run = new Run(outcome, Programs.read(file), left.toList());
      }
      RUNS.put(configuration, run);
    }
    return run;
  }

  private static Outcome run(
      Configuration configuration, Path file, String program, String period, String... arguments) {
    return profiled(configuration, file, program, period, arguments).run().succeeded();
  }

  private static JavaRun profiled(
      Configuration configuration, Path file, String program, String period, String... arguments) {
    return JavaRun.profiled(
            configuration, file, "include=dev.tare.it.program.*", "cpusamples=" + period)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + program, arguments);
  }

  private static CpuSamples samples(Profile profile, String thread) {
    CpuSamples samples = Programs.thread(profile, thread).cpuSamples();
    if (samples == null) {
      throw new AssertionError("no samples of thread " + thread);
    }
    return samples;
  }

  private static void assertAlike(
      Configuration configuration, long told, long counted, String what) {
    assertAlike(configuration, told, counted, what, 0);
  }

  private static void assertAlike(
      Configuration configuration, long told, long counted, String what, long moreAllowed) {
    double ends = 4.0 * PERIOD_NANOS + moreAllowed;
    // A thread that waits for a processor executes, and uses no CPU time.
    boolean mayBeMore = measures(configuration).equals(CpuSamples.EXECUTION_TIME);
    double lack = (mayBeMore ? ALLOWED : ALLOWED_TO_LACK) * told + ends;
    assertTrue(
        counted >= told - lack && (mayBeMore || counted <= (1 + ALLOWED) * told + ends),
        () -> what + ": " + told + " ns told, " + counted + " ns counted");
  }

  private static void assertSeen(long told, long cpuNanos, String what) {
    assertTrue(
        cpuNanos >= told * (1 - ALLOWED_AT_END) - PERIOD_NANOS && cpuNanos <= told * (1 + ALLOWED),
        () -> what + ": " + told + " ns told, " + cpuNanos + " ns seen");
  }

  private static long sum(Map<String, Long> told, Predicate<String> names) {
    return told.entrySet().stream()
        .filter(entry -> names.test(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Samples in the first node of a method and all below it. */
  private static long below(CallTree tree, Profile profile, String method) {
    long[] totals = new long[tree.size()];
    long sum = 0;
    for (int node = tree.size() - 1; node > 0; node--) {
      totals[node] += tree.samples(node);
      totals[tree.parent(node)] += totals[node];
      if (profile.methods().get(tree.method(node)).name().equals(method)) {
        sum += totals[node];
      }
    }
    return sum;
  }

  private static long total(Profile profile, String thread, String method) {
    ThreadProfile found = Programs.thread(profile, thread);
    CallTree tree = found.tree();
    long[] totals = new long[tree.size()];
    long sum = 0;
    for (int node = tree.size() - 1; node > 0; node--) {
      totals[node] += tree.self(node);
      totals[tree.parent(node)] += totals[node];
      if (profile.methods().get(tree.method(node)).name().equals(method)) {
        sum += totals[node];
      }
    }
    return sum;
  }
}
