package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The H2 database runs a script of SQL. */
class H2IT {
  private static final RealProgram PROGRAM =
      new RealProgram(
          "h2",
          run ->
              run.classPath(Workspace.program("h2").resolve("h2.jar"))
                  .main(
                      "org.h2.tools.RunScript",
                      "-url",
                      "jdbc:h2:mem:",
                      "-script",
                      Workspace.sources().resolve("resources/programs/workload.sql").toString(),
                      "-continueOnError",
                      "-showResults"));

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void runsSqlAsWithoutTheProfiler(Configuration configuration) throws IOException {
    Profile profile = PROGRAM.profile(configuration);
    assertTrue(RealProgram.calls(profile, "org.h2.mvstore.Page") > 100_000);
  }
}
