package dev.tare.it.emulated;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.emulated.EmulatedMachine.Counters;
import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Counting instructions where the count is exact, and where there are none to be counted. */
@Tag("emulated")
@ParameterizedClass(name = "JDK {0}")
@ValueSource(ints = {17, 25})
class InstructionsIT {
  private static final String PROGRAM = "dev.tare.it.program.CountedKernels";
  private static final String IN_USER_SPACE = "hardware counter, read in user space";
  private static final String BY_SYSTEM_CALL = "hardware counter, read by a system call";
  private static final String NO_COUNTERS = "no hardware counters here (perf_event_open: ENOENT)";

  /** What {@code docs/benchmarks.md} promises of the native part of a reading. */
  private static final int LONGEST_NATIVE_READING = 60;

  /** Instructions of {@code CountedKernels}' shortest kernel of known length. */
  private static final long LENGTH = 200_000;

  private static final String STATISTICS = "/out/statistics.json";

  /** A copy: the run adds its own intervals to it. */
  private static final String KEPT = "/out/kept-statistics.json";

  private static Path withCounters = Path.of("");
  private static Path without = Path.of("");

  @Parameter private int jdk;

  @BeforeParameterizedClassInvocation
  static void boot(int jdk) throws Exception {
    String alone = "java -cp /job/programs:/job/profiler.jar " + PROGRAM;
    String known = alone + " known /job/known.so > /out/";
    String counters = "/usr/lib/jvm/default/bin/java -jar /job/profiler.jar counters > /out/";
    withCounters =
        EmulatedMachine.run(
            jdk,
            Counters.YES,
            "echo 1 > /proc/sys/kernel/perf_user_access",
            known + "first",
            known + "second",
            alone + " kernels > /out/kernels",
            profiled("calibrated", "calstats=" + STATISTICS),
            "cp " + STATISTICS + " " + KEPT,
            profiled("kept", "warmupcount=0,calstats=" + KEPT),
            "echo 0 > /proc/sys/kernel/perf_user_access",
            known + "by-system-call",
            counters + "allowed",
            "echo 3 > /proc/sys/kernel/perf_event_paranoid",
            "cd /tmp",
            "su user -c '" + counters + "forbidden'");
    without =
        EmulatedMachine.run(
            jdk,
            Counters.NO,
            counters + "none",
            profiled("fallen-back", "calibration=off") + " 2> /out/messages");
  }

  @Test
  void aKernelOfKnownLengthIsCountedToTheInstruction() throws IOException {
    assertEquals(IN_USER_SPACE, Answer.value(withCounters, "first", "source"));
    // Ten times each of one, two and three lengths.
    long[] readings = Answer.longs(withCounters, "first", "turns");
    long empty = readings[0] - LENGTH;
    long[] expected = LongStream.range(0, 30).map(i -> empty + (i / 10 + 1) * LENGTH).toArray();
    assertTrue(empty > 0 && empty < 1_000, () -> "empty " + empty);
    assertArrayEquals(expected, readings);
  }

  @Test
  void twoEqualRunsReadTheSame() throws IOException {
    assertEquals(
        Answer.value(withCounters, "first", "turns"),
        Answer.value(withCounters, "second", "turns"));
  }

  @Test
  void userSpaceAndSystemCallAgree() throws IOException {
    assertEquals(BY_SYSTEM_CALL, Answer.value(withCounters, "by-system-call", "source"));
    long[] inUserSpace = Answer.longs(withCounters, "first", "turns");
    long[] bySystemCall = Answer.longs(withCounters, "by-system-call", "turns");
    for (int i = 1; i < inUserSpace.length; i++) {
      assertEquals(inUserSpace[i] - inUserSpace[0], bySystemCall[i] - bySystemCall[0]);
    }
  }

  @Test
  void theNativePartOfAReadingIsShort() throws IOException {
    long instructions = Answer.longs(withCounters, "first", "native")[0];
    assertTrue(
        instructions > 0 && instructions <= LONGEST_NATIVE_READING,
        () -> instructions + " instructions");
  }

  @Test
  void aProfileIsNearTheTruth() throws IOException {
    Profile profile = ProfileReader.read(withCounters.resolve("calibrated.json"));
    CostTable table = new CostTable(withCounters, "kernels", profile);
    System.out.printf("JDK %d, emulated, metric=instructions%n%s", jdk, table);

    assertEquals("instructions", profile.metric().name());
    assertEquals("instructions", profile.metric().unit());
    assertEquals(IN_USER_SPACE, profile.metric().source());
    table.demandThatCalibrationTakesOffMostOfTheOverhead();
  }

  @Test
  void withStatisticsOfAnEarlierRunNothingNeedsToBePutOff() throws IOException {
    Profile profile = ProfileReader.read(withCounters.resolve("kept.json"));
    CostTable table = new CostTable(withCounters, "kernels", profile);
    System.out.printf("JDK %d, the same with calstats and warmupcount=0%n%s", jdk, table);

    assertEquals(KEPT, profile.calibration().source());
    table.demandThatCalibrationTakesOffMostOfTheOverhead();
  }

  @Test
  void aUserWhoMayNotCountIsToldWhyAndWhatWouldHelp() throws IOException {
    String forbidden = Files.readString(withCounters.resolve("forbidden"));
    assertTrue(
        forbidden.contains(
            "perf_event_paranoid 3 forbids it to this user (perf_event_open: EACCES)"),
        forbidden);
    assertTrue(
        forbidden.contains("sysctl kernel.perf_event_paranoid=2, or the capability CAP_PERFMON"),
        forbidden);
  }

  @Test
  void withoutCountersTheMetricIsTime() throws IOException {
    Profile profile = ProfileReader.read(without.resolve("fallen-back.json"));

    assertTrue(Files.readString(without.resolve("none")).contains(NO_COUNTERS));
    assertEquals("time", profile.metric().name());
    assertEquals("instructions", profile.metric().requested());
    assertEquals("instructions: " + NO_COUNTERS, profile.metric().fallback());
    try (Stream<String> messages = Files.lines(without.resolve("messages"))) {
      assertTrue(
          messages.anyMatch(line -> line.startsWith("[tare] no instructions: " + NO_COUNTERS)));
    }
  }

  private static String profiled(String name, String options) {
    return "java -javaagent:/job/profiler.jar=metric=instructions,include="
        + PROGRAM
        + ",file=/out/"
        + name
        + ".json,"
        + options
        + " -cp /job/programs "
        + PROGRAM;
  }
}
