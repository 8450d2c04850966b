package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a virtual thread's time its carrier had no processor for is not told as work. */
class CrowdedVirtualThreadIT {
  /** Of 10 s, the first period is longer than the thread lives. */
  @ParameterizedTest
  @CsvSource({"full, 10ms", "sampled, 10ms", "sampled, 10s"})
  void allTimeIsToldAndMostOfItIsNoWork(String mode, String interval) throws IOException {
    Configuration configuration = new Configuration(Jdk.of(25), mode);
    Path file = Programs.profileFile("crowded-virtual-thread-" + interval, configuration);
    Outcome outcome = run(configuration, file, interval);

    long told = Long.parseLong(outcome.stdout().strip());
    long seen = assertMostIsNoWork(file);
    assertTrue(Math.abs(seen - told) <= told / 10, () -> told + " ns told, " + seen + " ns seen");
  }

  @ParameterizedTest
  @ValueSource(strings = {"full", "sampled"})
  void mostOfACallAcrossAResetIsNoWork(String mode) throws IOException {
    Configuration configuration = new Configuration(Jdk.of(25), mode);
    Path file = Programs.profileFile("crowded-virtual-thread-reset", configuration);
    run(configuration, file, "10ms", "reset");

    assertMostIsNoWork(file);
  }

  private static Outcome run(
      Configuration configuration, Path file, String interval, String... arguments)
      throws IOException {
    return JavaRun.profiled(
            configuration,
            file,
            "metric=time",
            "interval=" + interval,
            "include=" + Programs.PACKAGE + "*")
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + "CrowdedVirtualThread", arguments)
        .run()
        .succeeded();
  }

  /** Returns the nanoseconds of all time that the thread has in the profile. */
  private static long assertMostIsNoWork(Path file) throws IOException {
    ThreadProfile worker = Programs.thread(Programs.read(file), "worker");
    ThreadSums sums = worker.sums();
    long raw = sums.self() + sums.overhead();
    long seen = raw + worker.interruptions().nanos();
    // With three others for each processor it runs for a quarter, were all scheduled alike.
    long worked = raw - sums.waiting();
    assertTrue(worked >= 0 && worked < 0.6 * seen, () -> worked + " of " + seen + " ns");
    return seen;
  }
}
