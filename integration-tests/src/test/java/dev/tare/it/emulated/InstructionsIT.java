package dev.tare.it.emulated;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.emulated.EmulatedMachine.Counters;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Counting instructions where the count is exact. */
@Tag("emulated")
@Order(1)
@ParameterizedClass(name = "JDK {0}")
@MethodSource("jdks")
@ResourceLock(EmulatedMachine.FOLDERS)
class InstructionsIT {
  private static final String PROGRAM = "dev.tare.it.program.CountedKernels";
  private static final String IN_USER_SPACE = "hardware counter, read in user space";
  private static final String BY_SYSTEM_CALL = "hardware counter, read by a system call";

  /** What {@code docs/results} promises of the native part of a reading. */
  private static final int LONGEST_NATIVE_READING = 60;

  /** Instructions of {@code CountedKernels}' shortest kernel of known length. */
  private static final long LENGTH = 200_000;

  /** Instructions that a call of {@code fib} may have too many or too few. Found: at most 1.2. */
  private static final int FIB = 4;

  /** The same with statistics of an earlier run. Found: at most 3.7 in ten runs. */
  private static final int FIB_KEPT = 6;

  /** Instructions that a call of a leaf may have too many. Found: at most 7.1 in sixteen runs. */
  private static final int LEAF = 9;

  /**
   * The same of all that the thread did. Most is missed by the first 480,000 calls, before the
   * probes are compiled: one of theirs costs thousands, and what is known of them is an average.
   * Found: at most 27 in eight runs, of 720 that are subtracted.
   */
  private static final int THREAD_TRAINED = 100;

  /**
   * With statistics of an earlier run the first calls are adjusted at once, by what the compiled
   * probes of the earlier run cost, and keep what interpreted ones cost more: the longer, the
   * busier the machine. Found: at most 30 in ten runs; 480 are subtracted.
   */
  private static final int THREAD_KEPT = 100;

  private static final String COUNTERS =
      "/usr/lib/jvm/default/bin/java -jar /job/profiler.jar counters > /out/";

  private static final String STATISTICS = "/out/statistics.json";

  /** A copy: the run adds its own intervals to it. */
  private static final String KEPT = "/out/kept-statistics.json";

  /** What each JDK's machine brings back; they boot beside one another. */
  private static final Map<Integer, Future<Path>> OUT = new ConcurrentHashMap<>();

  private Path out = Path.of("");

  @Parameter private int jdk;

  static List<Integer> jdks() {
    return Jdk.newest().stream().map(Jdk::feature).filter(Jdk.RELEASES::contains).toList();
  }

  @BeforeAll
  static void boot() {
    for (int jdk : jdks()) {
      FutureTask<Path> machine = new FutureTask<>(() -> run(jdk));
      OUT.put(jdk, machine);
      new Thread(machine, "machine with JDK " + jdk).start();
    }
  }

  private static Path run(int jdk) throws Exception {
    String alone = "java -cp /job/programs:/job/profiler.jar " + PROGRAM;
    String known = alone + " known /job/known.so > /out/";
    List<String> lines = new ArrayList<>();
    lines.add("echo 1 > /proc/sys/kernel/perf_user_access");
    lines.add(known + "first");
    if (Matrix.isFull()) {
      lines.add(alone + " kernels > /out/kernels");
      lines.add(
          // A run that ends before its calibration run does leaves no file.
          "for run in 1 2 3 4 5; do [ -f "
              + STATISTICS
              + " ] || "
              + profiled("calibrated", "calstats=" + STATISTICS)
              + "; done");
      lines.add(known + "second");
      lines.add("cp " + STATISTICS + " " + KEPT);
      lines.add(profiled("kept", "warmupcount=0,calstats=" + KEPT));
      lines.add("echo 0 > /proc/sys/kernel/perf_user_access");
      lines.add(known + "by-system-call");
      lines.add("echo 3 > /proc/sys/kernel/perf_event_paranoid");
      lines.add("cd /tmp");
      lines.add("su user -c '" + COUNTERS + "forbidden'");
    }
    return EmulatedMachine.run(jdk, Counters.YES, lines.toArray(new String[0]));
  }

  @BeforeEach
  void await() throws Exception {
    out = Objects.requireNonNull(OUT.get(jdk)).get();
  }

  @Test
  void aKernelOfKnownLengthIsCountedToTheInstruction() throws IOException {
    assertEquals(IN_USER_SPACE, Answer.value(out, "first", "source"));
    // Ten times each of one, two and three lengths.
    long[] readings = Answer.longs(out, "first", "turns");
    long empty = readings[0] - LENGTH;
    long[] expected = LongStream.range(0, 30).map(i -> empty + (i / 10 + 1) * LENGTH).toArray();
    assertTrue(empty > 0 && empty < 1_000, () -> "empty " + empty);
    assertArrayEquals(expected, readings);
  }

  @Test
  @Tag("nightly")
  void twoEqualRunsReadTheSame() throws IOException {
    assertEquals(Answer.value(out, "first", "turns"), Answer.value(out, "second", "turns"));
  }

  @Test
  @Tag("nightly")
  void userSpaceAndSystemCallAgree() throws IOException {
    assertEquals(BY_SYSTEM_CALL, Answer.value(out, "by-system-call", "source"));
    long[] inUserSpace = Answer.longs(out, "first", "turns");
    long[] bySystemCall = Answer.longs(out, "by-system-call", "turns");
    for (int i = 1; i < inUserSpace.length; i++) {
      assertEquals(inUserSpace[i] - inUserSpace[0], bySystemCall[i] - bySystemCall[0]);
    }
  }

  @Test
  void theNativePartOfAReadingIsShort() throws IOException {
    long instructions = Answer.longs(out, "first", "native")[0];
    assertTrue(
        instructions > 0 && instructions <= LONGEST_NATIVE_READING,
        () -> instructions + " instructions");
  }

  @Test
  @Tag("nightly")
  void aProfileIsNearTheTruth() throws IOException {
    Profile profile = ProfileReader.read(out.resolve("calibrated.json"));
    CostTable table = new CostTable(out, "kernels", profile);
    System.out.printf("JDK %d, emulated, metric=instructions%n%s", jdk, table);

    assertEquals("instructions", profile.metric().name());
    assertEquals("instructions", profile.metric().unit());
    assertEquals(IN_USER_SPACE, profile.metric().source());
    table.demandErrorsWithin(FIB, LEAF, THREAD_TRAINED);
  }

  @Test
  @Tag("nightly")
  void withStatisticsOfAnEarlierRunNothingNeedsToBePutOff() throws IOException {
    Profile profile = ProfileReader.read(out.resolve("kept.json"));
    CostTable table = new CostTable(out, "kernels", profile);
    System.out.printf("JDK %d, the same with calstats and warmupcount=0%n%s", jdk, table);

    assertEquals(KEPT, profile.calibration().source());
    table.demandErrorsWithin(FIB_KEPT, LEAF, THREAD_KEPT);
  }

  @Test
  @Tag("nightly")
  void aUserWhoMayNotCountIsToldWhyAndWhatWouldHelp() throws IOException {
    String forbidden = Files.readString(out.resolve("forbidden"));
    assertTrue(
        forbidden.contains(
            "perf_event_paranoid 3 forbids it to this user (perf_event_open: EACCES)"),
        forbidden);
    assertTrue(
        forbidden.contains("sysctl kernel.perf_event_paranoid=2, or the capability CAP_PERFMON"),
        forbidden);
  }

  private static String profiled(String name, String options) {
    return EmulatedMachine.profiled(PROGRAM, name, options);
  }
}
