package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.Tool;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A wall clock that jumps by days while the program runs: no measured value follows it. */
class SteppedClockIT {
  private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void noValueFollowsIt(Configuration configuration) throws IOException {
    Path library = library();
    Path file = Programs.profileFile("stepped-clock", configuration);
    Outcome outcome =
        Programs.profiled(configuration, file, "LooksAtTheClock")
            .environment("LD_PRELOAD", library.toString())
            .run()
            .succeeded();
    assumeTrue(
        Long.parseLong(outcome.stdout().strip()) > DAY_MILLIS,
        "left out: this JVM does not find its clocks by way of the loader");
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
    Profile profile = Programs.read(file); // No time is below 0, and no thread's above the run's.
    assertTrue(
        profile.run().durationNanos() > 0 && profile.run().durationNanos() < HOUR_NANOS,
        profile.run()::toString);
    CallTree tree = Programs.thread(profile, "main").tree();
    assertTrue(tree.selfSum() + tree.overheadSum() < HOUR_NANOS, "a day in the tree");
  }

  private static Path library() throws IOException {
    Path library = Workspace.output("stepped-clock").resolve("stepped_clock.so");
    String source = Workspace.sources().resolve("c").resolve("stepped_clock.c").toString();
    try {
      Tool.run("cc", "-shared", "-fPIC", "-O1", "-o", library.toString(), source, "-ldl");
    } catch (IOException e) {
      assumeTrue(false, "left out: no C compiler here: " + e.getMessage());
    }
    return library;
  }
}
