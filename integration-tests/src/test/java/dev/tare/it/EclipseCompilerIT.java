package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Eclipse compiler compiles 359 files. */
@Order(3)
class EclipseCompilerIT {
  private static final RealProgram PROGRAM =
      new RealProgram(
          "ecj",
          run ->
              run.classPath(Workspace.program("ecj").resolve("ecj.jar"))
                  .main(
                      "org.eclipse.jdt.internal.compiler.batch.Main",
                      "--release",
                      "17",
                      "-nowarn",
                      "-d",
                      "out",
                      Workspace.program("commons-collections").toString()));

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void compilesAsWithoutTheProfiler(Configuration configuration) throws IOException {
    Matrix.onlyAtNight();
    Profile profile = PROGRAM.profile(configuration);
    assertTrue(
        RealProgram.calls(profile, "org.eclipse.jdt.internal.compiler.parser.Scanner") > 1_000_000);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void alsoWithTheOptionsThatUsersHave(Configuration configuration) throws IOException {
    Matrix.onlyAtNight();
    PROGRAM.profileAsUsersDo(configuration);
  }
}
