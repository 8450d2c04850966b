package dev.tare.it.emulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counting instructions where the count is exact. */
@Tag("emulated")
class InstructionsIT {
  private static final String PROGRAM = "dev.tare.it.program.CountedKernels";
  private static final String ALONE =
      "java --add-opens java.base/java.lang=ALL-UNNAMED -cp /job/programs:/job/classes "
          + PROGRAM
          + " alone";

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void readingsAreExactAndTheSameOnEveryRunAndByEitherWay(int jdk) throws Exception {
    Path out =
        new EmulatedMachine(jdk, "exact")
            .run(
                "echo 1 > /proc/sys/kernel/perf_user_access",
                ALONE + " > /out/first",
                ALONE + " > /out/second",
                "echo 0 > /proc/sys/kernel/perf_user_access",
                ALONE + " > /out/by-system-call");

    assertEquals("hardware counter, read in user space", value(out, "first", "source"));
    assertEquals("hardware counter, read by a system call", value(out, "by-system-call", "source"));
    long[] first = longs(out, "first", "exact");
    // Ten readings of each of three lengths, in arithmetic progression.
    for (int length = 0; length < 3; length++) {
      long[] readings = Arrays.copyOfRange(first, length * 10, length * 10 + 10);
      assertEquals(1, LongStream.of(readings).distinct().count(), Arrays.toString(readings));
    }
    assertEquals(first[10] - first[0], first[20] - first[10]);
    assertEquals(value(out, "first", "exact"), value(out, "second", "exact"));
    long[] bySystemCall = longs(out, "by-system-call", "exact");
    assertEquals(first[10] - first[0], bySystemCall[10] - bySystemCall[0]);
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void aProfileCountsThem(int jdk) throws Exception {
    Path out =
        new EmulatedMachine(jdk, "profile")
            .run(
                "echo 1 > /proc/sys/kernel/perf_user_access",
                ALONE + " > /out/truth",
                profiled("raw", "calibration=off"),
                profiled("calibrated", "calibration=runtime,calstats=off"));
    Profile raw = ProfileReader.read(out.resolve("raw.json"));
    Profile calibrated = ProfileReader.read(out.resolve("calibrated.json"));

    assertEquals("instructions", calibrated.metric().name());
    assertEquals("instructions", calibrated.metric().unit());
    assertEquals("hardware counter, read in user space", calibrated.metric().source());
    double[] truth = doubles(out, "truth", "costs");
    String[] kernels = {"fib", "loop5", "loop20", "loop100"};
    StringBuilder table =
        new StringBuilder(
            String.format(
                Locale.ROOT,
                "%-10s %12s %12s %12s   instructions a call%n",
                "kernel",
                "truth",
                "raw",
                "calibrated"));
    for (int i = 0; i < kernels.length; i++) {
      double rawCost = costPerCall(raw, kernels[i]);
      double calibratedCost = costPerCall(calibrated, kernels[i]);
      table.append(
          String.format(
              Locale.ROOT,
              "%-10s %12.1f %12.1f %12.1f%n",
              kernels[i],
              truth[i],
              rawCost,
              calibratedCost));
    }
    table.append(
        String.format(
            Locale.ROOT,
            "%-10s %12s %12d %12d   the whole thread%n",
            "sum",
            value(out, "truth", "thread"),
            selfSum(raw),
            selfSum(calibrated)));
    Files.writeString(out.resolve("table.txt"), table);
    System.out.printf("JDK %d, emulated, metric=instructions%n%s", jdk, table);
    long whole = Long.parseLong(value(out, "truth", "thread"));
    assertTrue(selfSum(raw) > whole, table::toString);
    assertTrue(Math.abs(selfSum(calibrated) - whole) < selfSum(raw) - whole, table::toString);
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void whatIsMissingIsSaid(int jdk) throws Exception {
    Path out =
        new EmulatedMachine(jdk, "forbidden")
            .run(
                "echo 3 > /proc/sys/kernel/perf_event_paranoid",
                "cd /tmp",
                "su user -c '/usr/lib/jvm/default/bin/java -jar /job/profiler.jar counters' > /out/counters");

    String instructions = line(out.resolve("counters"), "instructions");
    assertTrue(
        instructions.contains(
            "perf_event_paranoid 3 forbids it to this user (perf_event_open: EACCES)"),
        instructions);
    assertTrue(
        Files.readString(out.resolve("counters"))
            .contains("what would help: sysctl kernel.perf_event_paranoid=2"),
        instructions);
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 25})
  void withoutACounterTheMetricIsTime(int jdk) throws Exception {
    Path out =
        new EmulatedMachine(jdk, "none")
            .withoutCounters()
            .run(
                "java -jar /job/profiler.jar counters > /out/counters",
                profiled("fallen-back", "calibration=off") + " 2> /out/stderr");
    Profile profile = ProfileReader.read(out.resolve("fallen-back.json"));

    String instructions = line(out.resolve("counters"), "instructions");
    assertTrue(
        instructions.contains("no hardware counters here (perf_event_open: ENOENT)"), instructions);
    assertEquals("time", profile.metric().name());
    assertEquals("instructions", profile.metric().requested());
    assertEquals(
        "instructions: no hardware counters here (perf_event_open: ENOENT)",
        profile.metric().fallback());
    assertTrue(
        Files.readString(out.resolve("stderr"))
            .startsWith("[tare] no instructions: no hardware counters here"));
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

  /** What a call of fib costs, or a turn of a loop with its leaf. */
  private static double costPerCall(Profile profile, String kernel) {
    double self = 0;
    double calls = 0;
    CallTree tree = mainTree(profile);
    for (int node = 1; node < tree.size(); node++) {
      String method = profile.methods().get(tree.method(node)).name();
      boolean leafOfLoop =
          method.equals("leaf")
              && profile.methods().get(tree.method(tree.parent(node))).name().equals(kernel);
      if (method.equals(kernel) || leafOfLoop) {
        self += tree.self(node);
      }
      if (leafOfLoop || (method.equals(kernel) && kernel.equals("fib"))) {
        calls += tree.calls(node);
      }
    }
    assertNotEquals(0.0, calls, kernel);
    return self / calls;
  }

  private static long selfSum(Profile profile) {
    return mainTree(profile).selfSum();
  }

  private static CallTree mainTree(Profile profile) {
    return profile.threads().stream()
        .filter(thread -> thread.name().equals("main"))
        .findFirst()
        .orElseThrow()
        .tree();
  }

  private static String line(Path file, String start) throws IOException {
    return Files.readAllLines(file).stream()
        .filter(line -> line.startsWith(start + " "))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + start + " in " + file));
  }

  private static String value(Path out, String file, String name) throws IOException {
    return line(out.resolve(file), name).substring(name.length()).strip();
  }

  private static long[] longs(Path out, String file, String name) throws IOException {
    return List.of(value(out, file, name).split(" ", -1)).stream()
        .mapToLong(Long::parseLong)
        .toArray();
  }

  private static double[] doubles(Path out, String file, String name) throws IOException {
    DoubleStream values =
        List.of(value(out, file, name).split(" ", -1)).stream().mapToDouble(Double::parseDouble);
    return values.toArray();
  }
}
