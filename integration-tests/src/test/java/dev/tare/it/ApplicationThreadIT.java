package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A thread of an application tells the profiler what to do, and nothing of the thread stays. */
@Execution(ExecutionMode.CONCURRENT)
class ApplicationThreadIT {
  static Stream<Configuration> sampledAndNone() {
    return Jdk.all().stream()
        .flatMap(jdk -> Stream.of("sampled", "none").map(mode -> new Configuration(jdk, mode)));
  }

  @ParameterizedTest
  @MethodSource("sampledAndNone")
  void interruptedItStopsAsOthersDoAndItsClassLoaderIsCollected(Configuration configuration)
      throws IOException {
    boolean samples = configuration.mode().equals("none");
    Path file = Programs.profileFile("application-thread", configuration);
    Outcome outcome =
        JavaRun.profiled(
                configuration,
                file,
                "start=delayed",
                samples ? "cpusamples=5ms" : "include=dev.tare.it.program.*")
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "CommandsFromAnApplication")
            .run()
            .succeeded();
    assertEquals("interrupted\ncollected", outcome.stdout().strip());
    Profile profile = Programs.read(file);
    if (samples) {
      ThreadProfile thread = Programs.thread(profile, "application");
      CpuSamples taken = Objects.requireNonNull(thread.cpuSamples());
      assertTrue(taken.taken() > 0, outcome::toString);
    }
  }
}
