package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.check.Expectations;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Classes of the JDK, which are loaded long before the agent, are woven where they are named. */
class JdkClassesIT {

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void callsIntoANamedClassOfTheJdkAreCounted(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("jdk-classes", configuration);
    TargetClasses classes = TargetClasses.of(configuration.jdk());
    String program = Programs.PACKAGE + "JdkCollections";
    Outcome outcome =
        JavaRun.profiled(configuration, file, "include=dev.tare.it.program.*:java.util.ArrayList")
            .verifyingAll()
            .classPath(classes.classes())
            .main(program)
            .run()
            .succeeded();
    assertEquals("100\n", outcome.stdout());
    Profile profile = Programs.read(file);
    Expectations expectations =
        Expectations.of(classes.source(program), classes.classes(), program);
    // The JDK uses its lists itself, before main and below it, each release in its own way.
    List<String> differences =
        expectations.differences(
            profile,
            thread -> thread.name().equals("main"),
            call -> call.startsWith("ArrayList.") || call.startsWith("root > ArrayList."));
    assertEquals("", String.join("\n", differences));
    assertTrue(
        profile.methods().stream().map(method -> method.className()).allMatch(this::isIncluded),
        profile.methods()::toString);
    for (MethodInfo method : profile.methods()) {
      boolean isOfTheJdk = method.className().startsWith("java.util.");
      assertEquals(isOfTheJdk, method.origin().equals("java.base"), method::toString);
      assertEquals(!isOfTheJdk, method.origin().matches(".*classes[^/]*/"), method::toString);
    }
  }

  /** The thread that destroys the JVM enters its group before it has an id. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void aProfileIsWrittenWhereAThreadThatHasNoIdYetRunsWovenCode(Configuration configuration)
      throws IOException {
    Path file = Programs.profileFile("jdk-no-id", configuration);
    JavaRun.profiled(configuration, file, "include=java.lang.ThreadGroup")
        .verifyingAll()
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + "JdkCollections")
        .run()
        .succeeded();
    assertTrue(
        Programs.read(file).methods().stream()
            .anyMatch(method -> method.className().equals("java.lang.ThreadGroup")));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void aProgramEndsWithItsStatusWhereTheShutdownItselfIsWoven(Configuration configuration)
      throws IOException {
    Path file = Programs.profileFile("jdk-shutdown", configuration);
    Outcome outcome =
        JavaRun.profiled(
                configuration,
                file,
                "include=java.lang.Runtime:java.lang.Shutdown:java.lang.ApplicationShutdownHooks:"
                    + "java.lang.ArrayIndexOutOfBoundsException")
            .verifyingAll()
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "ExitsWithStatus", "3")
            .run();
    assertEquals(3, outcome.exitStatus(), outcome::toString);
    assertTrue(calls(Programs.read(file), "java.lang.Shutdown", "exit") > 0);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void aProgramEndsWithItsStatusWhereItsStackIsWalkedByWovenClasses(Configuration configuration)
      throws IOException {
    Path file = Programs.profileFile("jdk-stack", configuration);
    Outcome outcome =
        JavaRun.profiled(configuration, file, "include=java.lang.*")
            .verifyingAll()
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "WalksItsStack")
            .run();
    assertEquals(7, outcome.exitStatus(), outcome::toString);
    assertEquals("true\n", outcome.stdout());
    assertTrue(calls(Programs.read(file), "java.lang.StackTraceElement", "of") > 0);
  }

  @ParameterizedTest
  @CsvSource({"'', false", "*Tool, false", "com.sun.tools.javac.api.*, true"})
  void theJdksCompilerIsWovenWhereItIsNamed(String include, boolean isWoven) throws IOException {
    Configuration configuration = Configuration.fullOnTheOldest().findFirst().orElseThrow();
    Path file = Programs.profileFile("jdk-compiler-" + isWoven, configuration);
    String program = "dev.tare.it.program.*";
    JavaRun.profiled(
            configuration,
            file,
            include.isEmpty() ? "exclude=" + program : "include=" + program + ":" + include)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + "CompilesAClass")
        .run()
        .succeeded();
    assertEquals(
        isWoven,
        Programs.read(file).methods().stream()
            .anyMatch(method -> method.className().startsWith("com.sun.tools.javac.")));
  }

  private static long calls(Profile profile, String className, String method) {
    return RealProgram.calls(
        profile, called -> called.className().equals(className) && called.name().equals(method));
  }

  private boolean isIncluded(String className) {
    return className.startsWith(Programs.PACKAGE) || className.equals("java.util.ArrayList");
  }
}
