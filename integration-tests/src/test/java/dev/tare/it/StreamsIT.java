package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.Outcome;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the profiler says, and where: one line at the start, one at the end, both on standard error.
 */
class StreamsIT {

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void theProfilerSaysTwoLinesAndLeavesTheProgramsOwnAlone(Configuration configuration)
      throws IOException {
    Path file = Programs.profileFile("streams", configuration);
    Outcome outcome = Programs.profiled(configuration, file, "Prints").run().succeeded();
    assertEquals("to standard output\n", outcome.stdout());
    assertEquals(List.of("to standard error"), outcome.otherErrorLines());
    List<String> said = outcome.profilerLines();
    assertEquals(2, said.size(), outcome::toString);
    assertTrue(
        said.get(0).contains(configuration.mode()) && said.get(0).contains("time"), said::toString);
    assertTrue(said.get(1).contains(file.toString()), said::toString);
    Profile profile = Programs.read(file);
    assertEquals(configuration.mode(), profile.settings().get("mode"));
    assertEquals("dev.tare.it.program.*", profile.settings().get("include"));
  }
}
