package dev.tare.it.emulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.emulated.EmulatedMachine.Counters;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Counting instructions where there are none to be counted. */
@Tag("emulated")
@Order(2)
class WithoutCountersIT {
  private static final String PROGRAM = "dev.tare.it.program.Prints";
  private static final String NO_COUNTERS = "no hardware counters here (perf_event_open: ENOENT)";

  static List<Integer> jdks() {
    return Jdk.oldest().stream().map(Jdk::feature).filter(Jdk.RELEASES::contains).toList();
  }

  @ParameterizedTest(name = "JDK {0}")
  @MethodSource("jdks")
  void theMetricIsTime(int jdk) throws Exception {
    Matrix.onlyAtNight();
    Path out =
        EmulatedMachine.run(
            jdk,
            Counters.NO,
            "/usr/lib/jvm/default/bin/java -jar /job/profiler.jar counters > /out/none",
            EmulatedMachine.profiled(PROGRAM, "fallen-back", "calibration=off")
                + " 2> /out/messages");
    Profile profile = ProfileReader.read(out.resolve("fallen-back.json"));

    assertTrue(Files.readString(out.resolve("none")).contains(NO_COUNTERS));
    assertEquals("time", profile.metric().name());
    assertEquals("instructions", profile.metric().requested());
    assertEquals("instructions: " + NO_COUNTERS, profile.metric().fallback());
    try (Stream<String> messages = Files.lines(out.resolve("messages"))) {
      assertTrue(
          messages.anyMatch(line -> line.startsWith("[tare] no instructions: " + NO_COUNTERS)));
    }
  }
}
