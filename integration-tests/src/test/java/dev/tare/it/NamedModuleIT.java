package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.check.Expectations;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A program on the module path, whose module reads nothing of the profiler. */
class NamedModuleIT {
  private static final String MODULE = "dev.tare.it.module";
  private static final String PROGRAM = "dev.tare.it.module.InAModule";
  private static final Path SOURCE =
      Workspace.sources()
          .resolve("modules")
          .resolve(MODULE)
          .resolve(PROGRAM.replace('.', '/') + ".java");

  @BeforeAll
  static void compile() throws IOException {
    Path moduleInfo =
        Workspace.sources().resolve("modules").resolve(MODULE).resolve("module-info.java");
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "--release",
                "17",
                "-d",
                classes().toString(),
                moduleInfo.toString(),
                SOURCE.toString());
    assertEquals(0, status);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void callsInANamedModuleAreCounted(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("module", configuration);
    Outcome outcome =
        JavaRun.profiled(configuration, file)
            .options("--module-path", classes().toString())
            .main("--module", MODULE + "/" + PROGRAM)
            .run()
            .succeeded();
    assertEquals(MODULE + "\n", outcome.stdout());
    assertHasAllCalls(Programs.read(file));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void soAreThoseInAModuleWithANameAsOfTheJdks(Configuration configuration) throws IOException {
    Path folder = Workspace.output("module-jar");
    Path manifest = folder.resolve("MANIFEST.MF");
    Files.writeString(manifest, "Automatic-Module-Name: java.mail\n");
    Path jar = folder.resolve("mail.jar");
    int status =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "--create",
                "--file",
                jar.toString(),
                "--manifest",
                manifest.toString(),
                "-C",
                classes().toString(),
                "dev");
    assertEquals(0, status);
    Path file = Programs.profileFile("module-of-a-jar", configuration);
    Outcome outcome =
        JavaRun.profiled(configuration, file)
            .options("--module-path", jar.toString())
            .main("--module", "java.mail/" + PROGRAM)
            .run()
            .succeeded();
    assertEquals("java.mail\n", outcome.stdout());
    assertHasAllCalls(Programs.read(file));
  }

  private static void assertHasAllCalls(Profile profile) throws IOException {
    Expectations expectations = Expectations.of(SOURCE, classes(), PROGRAM);
    assertEquals(
        "",
        String.join(
            "\n",
            expectations.differences(profile, ValidationIT.threadsOf("main"), call -> false)));
  }

  private static Path classes() throws IOException {
    return Workspace.output("module-classes");
  }
}
