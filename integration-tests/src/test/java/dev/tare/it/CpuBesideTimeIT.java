package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program that waits and computes: the two metrics differ where it waits. */
class CpuBesideTimeIT {
  private static final String PROGRAM = Programs.PACKAGE + "WaitsAndComputes";
  private static final long SLEPT_NANOS = 300_000_000;

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void cpuLeavesOutWhatWasWaited(Jdk jdk) throws IOException {
    ToLongFunction<String> cpu = selfNanos(jdk, "cpu");
    ToLongFunction<String> time = selfNanos(jdk, "time");

    for (String waits : List.of("sleeps", "blocks")) {
      assertTrue(
          cpu.applyAsLong(waits) < cpu.applyAsLong("computes") / 10,
          () -> waits + ": " + cpu.applyAsLong(waits) + " ns of CPU time");
    }
    // Thread.sleep never ends early; a thousandth for the clocks, which are two. On a busy machine
    // what the probe waited for a processor is taken for the method's.
    long slept = time.applyAsLong("sleeps");
    assertTrue(slept > SLEPT_NANOS * Matrix.bound(0.8, 0.999), slept + " ns");
  }

  /** Of a method in the main thread. */
  private static ToLongFunction<String> selfNanos(Jdk jdk, String metric) throws IOException {
    Configuration configuration = new Configuration(jdk, "full");
    Path file = Programs.profileFile("cpu-beside-time-" + metric, configuration);
    JavaRun.profiled(configuration, file, "metric=" + metric, "include=" + PROGRAM)
        .classPath(TargetClasses.of(jdk).classes())
        .main(PROGRAM)
        .run()
        .succeeded();
    Profile profile = Programs.read(file);
    assertEquals(metric, profile.metric().name());
    CallTree tree = Programs.thread(profile, "main").tree();
    return method -> {
      long self = 0;
      for (int node = 1; node < tree.size(); node++) {
        if (profile.methods().get(tree.method(node)).name().equals(method)) {
          self += tree.self(node);
        }
      }
      return self;
    };
  }
}
