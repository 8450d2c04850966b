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

/** Groovy compiles a script and runs it in the same JVM: classes that never were in a file. */
@Order(5)
class GroovyIT {
  private static final RealProgram PROGRAM =
      new RealProgram(
          "groovy",
          run ->
              run.classPath(Workspace.program("groovy").resolve("groovy.jar"))
                  .main(
                      "groovy.ui.GroovyMain",
                      Workspace.sources().resolve("resources/programs/script.groovy").toString()));

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void runsAScriptAsWithoutTheProfiler(Configuration configuration) throws IOException {
    Matrix.onlyAtNight();
    Profile profile = PROGRAM.profile(configuration);
    assertTrue(RealProgram.calls(profile, "Basket") > 200);
  }
}
