package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Metrics that are the carrier's own account, in virtual threads that share carriers. */
class ManyVirtualThreadsIT {
  private static final Configuration CONFIGURATION = new Configuration(Jdk.of(25), "full");
  private static final long THREADS = 100_000;
  private static final long ROUNDS = 2 * THREADS;
  private static final long ARRAY_BYTES = 10_016;

  @Test
  void whatEachAllocatesIsItsOwn() throws IOException {
    Run run = Run.with("alloc");

    run.assertCallsAreExact();
    double expected = ROUNDS * ARRAY_BYTES;
    assertEquals(expected, (double) run.self("allocates"), expected * 0.01);
    assertTrue(run.self("sleeps") < run.self("allocates"), run::toString);
  }

  @Test
  void noneIsChargedForWhatRanOnItsCarrierWhileItSlept() throws IOException {
    Run run = Run.with("cpu");

    run.assertCallsAreExact();
    // Asleep at the same time as 999 others, each would be charged with their work a thousandfold.
    assertTrue(run.self("worker") + run.self("sleeps") < 20 * run.self("computes"), run::toString);
    assertTrue(run.tree.selfSum() < run.processCpuNanos, run::toString);
  }

  /** Where virtual threads have no carriers, what is learnt of their intervals is in their own. */
  @Test
  void intervalsOfVirtualThreadsWithoutCarriersAreLookedAt() throws IOException {
    Path file = Programs.profileFile("virtual-threads-without-carriers", CONFIGURATION);
    JavaRun.profiled(
            CONFIGURATION, file, "budget=off", "include=" + Programs.PACKAGE + "VirtualSmallCalls")
        .options("-XX:+UnlockExperimentalVMOptions", "-XX:-VMContinuations")
        .classPath(TargetClasses.of(CONFIGURATION.jdk()).classes())
        .main(Programs.PACKAGE + "VirtualSmallCalls", "100")
        .run()
        .succeeded();
    Profile profile = Programs.read(file);
    long calls = RealProgram.calls(profile, called -> called.name().equals("small"));
    long intervals =
        profile.calibration().categories().stream()
            .mapToLong(CalibrationTable.Category::observed)
            .sum();
    assertTrue(calls > 0, "it has called");
    assertTrue(intervals >= 2 * calls, () -> intervals + " intervals of " + calls + " calls");
  }

  /**
   * The program under the profiler, with raw values.
   *
   * @param tree of all its virtual threads
   */
  private record Run(Profile profile, CallTree tree, long processCpuNanos) {
    static Run with(String metric) throws IOException {
      Path file = Programs.profileFile("many-virtual-threads-" + metric, CONFIGURATION);
      Outcome outcome =
          JavaRun.profiled(
                  CONFIGURATION,
                  file,
                  "metric=" + metric,
                  "calibration=off",
                  "include=" + Programs.PACKAGE + "ManyVirtualThreads")
              .options("-Xmx256m")
              .classPath(TargetClasses.of(CONFIGURATION.jdk()).classes())
              .main(Programs.PACKAGE + "ManyVirtualThreads")
              .run()
              .succeeded();
      Profile profile = Programs.read(file);
      assertEquals(metric, profile.metric().name());
      ThreadProfile workers = Programs.thread(profile, "worker-*");
      assertEquals(THREADS, workers.threads());
      return new Run(profile, workers.tree(), Long.parseLong(outcome.stdout().strip()));
    }

    long self(String method) {
      return sum(method)[0];
    }

    void assertCallsAreExact() {
      assertEquals(THREADS, sum("worker")[1]);
      assertEquals(ROUNDS, sum("computes")[1]);
      assertEquals(ROUNDS, sum("allocates")[1]);
      assertEquals(ROUNDS, sum("sleeps")[1]);
    }

    private long[] sum(String method) {
      return sums().getOrDefault(method, new long[2]);
    }

    /** Self values and calls by method. */
    private Map<String, long[]> sums() {
      Map<String, long[]> sums = new HashMap<>();
      for (int node = 1; node < tree.size(); node++) {
        long[] sum =
            sums.computeIfAbsent(
                profile.methods().get(tree.method(node)).name(), name -> new long[2]);
        sum[0] += tree.self(node);
        sum[1] += tree.calls(node);
      }
      return sums;
    }

    @Override
    public String toString() {
      StringBuilder text = new StringBuilder("process " + processCpuNanos + " ns");
      sums().forEach((name, sum) -> text.append(", ").append(name).append(' ').append(sum[0]));
      return text.toString();
    }
  }
}
