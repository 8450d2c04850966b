package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.Matrix;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Kotlin compiler, itself written in Kotlin, compiles a file. */
@Order(2)
class KotlinIT {
  private static final Path JARS = Workspace.program("kotlin");
  private static final RealProgram PROGRAM =
      new RealProgram(
          "kotlin",
          run ->
              run.classPath(JARS.resolve("*"))
                  .main(
                      "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
                      "-no-stdlib",
                      "-no-reflect",
                      "-classpath",
                      JARS.resolve("kotlin-stdlib.jar").toString(),
                      "-d",
                      "out",
                      Workspace.sources().resolve("resources/programs/shapes.kt").toString()));

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void compilesAsWithoutTheProfiler(Configuration configuration) throws IOException {
    Matrix.onlyAtNight();
    Profile profile = PROGRAM.profile(configuration);
    assertTrue(
        RealProgram.calls(profile, "kotlin.collections.CollectionsKt__CollectionsKt") > 1_000);
  }
}
