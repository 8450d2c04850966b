package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Tool;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Helpful messages of null pointers name local variables of woven code as they would anyway. */
class NullPointerMessagesIT {
  private static final String PROGRAM = Programs.PACKAGE + "DereferencesNull";

  /** Without debug information they name them by their numbers. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void localVariablesWithoutNamesKeepTheirNumbers(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("null-pointer-messages", configuration);
    Path classes = file.resolveSibling("classes-" + configuration.jdk().feature());
    Tool.run(
        configuration.jdk().tool("javac").toString(),
        "-g:none",
        "-d",
        classes.toString(),
        Workspace.sources().resolve("java/" + PROGRAM.replace('.', '/') + ".java").toString());
    String plain = program(JavaRun.on(configuration.jdk()), classes);
    assertEquals(
        """
        Cannot invoke "String.length()" because "<local6>" is null
        Cannot load from int array because "<local7>" is null
        Cannot invoke "String.length()" because "<parameter3>" is null
        """,
        plain);
    assertEquals(plain, program(JavaRun.profiled(configuration, file), classes));
    assertEquals(5, RealProgram.calls(Programs.read(file), PROGRAM));
  }

  private static String program(JavaRun run, Path classes) {
    return run.classPath(classes).main(PROGRAM).run().succeeded().stdout();
  }
}
