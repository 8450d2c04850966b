package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
  private static final Pattern TRIAL = Pattern.compile("\"trial\"\\s*:\\s*([0-9.E]+)");

  /** The mean of a leaf's intervals in the file, and that of those whose entry was serialized. */
  private static final Pattern SERIALIZED_LEAF =
      Pattern.compile("\"mean\"\\s*:\\s*([0-9.E]+)[^}]*\"drained\"\\s*:\\s*([0-9.E]+)");

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#all")
  void leavesAreMeasuredWithNothingElseUnderWayToo(Jdk jdk) throws IOException {
    // Long enough to train twice: once, C2 may not have come to one of the two.
    Matcher leaf = SERIALIZED_LEAF.matcher(measured("serialized", "WaitsAndComputes", jdk));
    int leaves = 0;
    while (leaf.find()) {
      leaves++;
      assertTrue(
          Double.parseDouble(leaf.group(2)) > Double.parseDouble(leaf.group(1)), leaf::group);
    }
    assertEquals(2, leaves, "a bound one and a dispatched one");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#all")
  void theCostOfAProbeIsKept(Jdk jdk) throws IOException {
    String statistics = measured("trial", "Prints", jdk);
    Matcher trial = TRIAL.matcher(statistics);
    Matcher leaf = SERIALIZED_LEAF.matcher(statistics);
    assertTrue(trial.find() && leaf.find(), statistics);
    double ofCall = Double.parseDouble(trial.group(1));
    double ofInterval = Double.parseDouble(leaf.group(1));
    assertTrue(ofCall > ofInterval && ofCall < 6 * ofInterval, ofCall + ", two of " + ofInterval);
  }

  private static String measured(String name, String program, Jdk jdk) throws IOException {
    Path file =
        Workspace.output("calibration-timing").resolve(name + "-" + jdk.feature() + ".json");
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
