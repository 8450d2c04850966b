package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a calibration run measures, which depends on when C2 compiles its kernels. */
@Tag("timing")
@Isolated("calibration runs have deadlines")
class CalibrationTimingIT {
  private static final Pattern PROBE_COST = Pattern.compile("\nprobe cost=([0-9.E]+)");

  /** The mean of intervals of bound leaves that C2 compiled. */
  private static final Pattern LEAF =
      Pattern.compile("\ninterval \\d+=([0-9.E]+) \\S+ \\S+ entry-exit(?: c2-static){3}\n");

  private static final Pattern OVERLAP = Pattern.compile("\noverlap=([0-9.E-]+)");

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void aLeavesWorkIsPartlyHiddenBehindItsProbes(Jdk jdk) throws IOException {
    // Long enough to measure twice: once, C2 may not have come to it.
    String statistics = measured("overlap", "WaitsAndComputes", jdk);
    double overlap = value(OVERLAP, statistics);
    assertTrue(overlap != 0, "the leaf was not measured: " + statistics);
    assertTrue(Math.abs(overlap) < value(LEAF, statistics), statistics);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void theCostOfAProbeIsKept(Jdk jdk) throws IOException {
    String statistics = measured("probe-cost", "Prints", jdk);
    double ofCall = value(PROBE_COST, statistics);
    double ofInterval = value(LEAF, statistics);
    assertTrue(ofCall > ofInterval && ofCall < 6 * ofInterval, ofCall + ", two of " + ofInterval);
  }

  private static double value(Pattern pattern, String statistics) {
    Matcher found = pattern.matcher(statistics);
    assertTrue(found.find(), statistics);
    return Double.parseDouble(found.group(1));
  }

  private static String measured(String name, String program, Jdk jdk) throws IOException {
    Path file =
        Workspace.output("calibration-timing").resolve(name + "-" + jdk.feature() + ".properties");
    Files.deleteIfExists(file);
    Configuration configuration = new Configuration(jdk, "full");
    Path profile = Programs.profileFile("calibration-timing", configuration);
    JavaRun.profiled(configuration, profile, "calstats=" + file)
        .classPath(TargetClasses.of(jdk).classes())
        .main(Programs.PACKAGE + program)
        .run()
        .succeeded();
    return Files.readString(file);
  }
}
