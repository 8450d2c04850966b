package dev.tare.it.emulated;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.emulated.EmulatedMachine.Counters;
import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What corrections of the calibration move by instructions: {@code bench.Accuracy --ablation} where
 * the count is exact. {@code -Dtare.it.without=none,drift,lookup} names them; a run without each
 * takes its turn, {@value #TURNS} times, with the statistics of one calibration run.
 */
@Tag("emulated")
@EnabledIfSystemProperty(named = InstructionsAblationIT.WITHOUT, matches = ".+")
@ResourceLock(EmulatedMachine.FOLDERS)
class InstructionsAblationIT {
  static final String WITHOUT = "tare.it.without";

  private static final int TURNS = 3;

  private static final String PROGRAM = "dev.tare.it.program.CountedKernels";
  private static final String STATISTICS = "/out/statistics.json";

  /** A copy: the run adds its own intervals to it. */
  private static final String KEPT = "/out/kept-statistics.json";

  @ParameterizedTest
  @MethodSource("dev.tare.it.emulated.InstructionsIT#jdks")
  void eachRunCountsInstructions(int jdk) throws Exception {
    List<String> corrections = List.of(System.getProperty(WITHOUT).split(",", -1));
    List<String> lines = new ArrayList<>();
    lines.add("echo 1 > /proc/sys/kernel/perf_user_access");
    lines.add("java -cp /job/programs:/job/profiler.jar " + PROGRAM + " kernels > /out/kernels");
    // A run that ends before its calibration run does leaves no file.
    lines.add("while ! [ -f " + STATISTICS + " ]; do " + profiled("first", STATISTICS) + "; done");
    for (int turn = 0; turn < TURNS; turn++) {
      for (String correction : corrections) {
        lines.add("cp " + STATISTICS + " " + KEPT);
        lines.add(
            "JAVA_TOOL_OPTIONS=-Dtare.calibration.without="
                + correction
                + " "
                + profiled(name(correction, turn), KEPT));
      }
    }
    Path out = EmulatedMachine.run(jdk, Counters.YES, lines.toArray(new String[0]));
    for (String correction : corrections) {
      for (int turn = 0; turn < TURNS; turn++) {
        Profile profile = ProfileReader.read(out.resolve(name(correction, turn) + ".json"));
        System.out.printf(
            "JDK %d, without %s%n%s", jdk, correction, new CostTable(out, "kernels", profile));
        assertEquals("instructions", profile.metric().unit());
        assertEquals(KEPT, profile.calibration().source());
      }
    }
  }

  private static String name(String correction, int turn) {
    return "without-" + correction + "-" + turn;
  }

  private static String profiled(String name, String statistics) {
    return EmulatedMachine.profiled(PROGRAM, name, "calstats=" + statistics);
  }
}
