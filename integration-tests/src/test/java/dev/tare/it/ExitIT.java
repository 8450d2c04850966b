package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.it.check.Expectations;
import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** However a program ends, its profile is whole, or the old file stays. */
class ExitIT {

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void systemExitInsideNestedCallsLeavesThemOpen(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("exit-inside-calls", configuration);
    Outcome outcome = Programs.profiled(configuration, file, "ExitInsideCalls").run();
    assertEquals(7, outcome.exitStatus(), outcome::toString);
    assertCalls(configuration, file, "ExitInsideCalls");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void whatTheLastCallsTookUpToTheEndCounts(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("works-to-its-end", configuration);
    Outcome outcome = Programs.profiled(configuration, file, "WorksToItsEnd").run().succeeded();
    Profile profile = Programs.read(file);
    ThreadProfile main = Programs.thread(profile, "main");
    CallTree tree = main.tree();
    int work = tree.size() - 1;
    assertEquals("work", profile.methods().get(tree.method(work)).name());
    long wallNanos = tree.self(work) + tree.overhead(work) + main.interruptions().nanos();
    assertTrue(
        wallNanos >= Long.parseLong(outcome.stdout().strip()), () -> wallNanos + " of " + outcome);
  }

  /** No thread has more time than the run, which {@link Programs#read} sees to. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void whatThreadsDoWhileTheProfileIsWrittenIsChargedToNobody(Configuration configuration)
      throws IOException {
    Path file = Programs.profileFile("calls-until-its-end", configuration);
    Outcome outcome =
        Programs.profiled(configuration, file, "CallsUntilItsEnd")
            .start()
            .awaitLine("ready")
            .terminate()
            .await();
    assertEquals(128 + 15, outcome.exitStatus(), outcome::toString);
    assertTrue(Programs.thread(Programs.read(file), "caller").tree().size() > 1);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void theProfileIsWrittenWhenTheLastThreadEnds(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("last-thread", configuration);
    Programs.profiled(configuration, file, "LastThreadEnds").run().succeeded();
    assertCalls(configuration, file, "LastThreadEnds");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void terminationFromOutsideLeavesAWholeProfile(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("terminated", configuration);
    Outcome outcome =
        Programs.profiled(configuration, file, "WaitsForItsEnd")
            .start()
            .awaitLine("ready")
            .terminate()
            .await();
    assertEquals(128 + 15, outcome.exitStatus(), outcome::toString);
    assertCalls(configuration, file, "WaitsForItsEnd");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void callsInAShutdownHookAreInTheProfile(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("shutdown-hook", configuration);
    Outcome outcome =
        Programs.profiled(configuration, file, "CallsInAShutdownHook").run().succeeded();
    assertEquals("the hook ended\n", outcome.stdout());
    assertCalls(configuration, file, "CallsInAShutdownHook");
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void theOldFileStaysWhereTheJvmIsHalted(Configuration configuration) throws IOException {
    Path file = Programs.profileFile("halted", configuration);
    Files.writeString(file, "old");
    Outcome outcome = Programs.profiled(configuration, file, "Halts").run();
    assertEquals(3, outcome.exitStatus(), outcome::toString);
    assertEquals("old", Files.readString(file));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void theOldFileStaysWhereTheDiskIsFull(Configuration configuration) throws IOException {
    Path shell = Path.of("/bin/sh");
    assumeTrue(
        Files.isExecutable(shell), "left out: no " + shell + " here to set a limit of file sizes");
    Path folder = Workspace.output("disk-full/" + configuration.fileName());
    Path file = folder.resolve("profile.json");
    Files.writeString(file, "old");
    Outcome outcome =
        Programs.profiled(configuration, file, "Prints")
            // A block has 512 or 1024 bytes; the profile has more than 16 of them. The JVM's own
            // file for jps is off.
            .launchedBy(shell.toString(), "-c", "ulimit -f 16 && exec \"$0\" \"$@\"")
            .options("-XX:-UsePerfData")
            .run()
            .succeeded();
    List<String> said = outcome.profilerLines();
    assertTrue(said.get(said.size() - 1).contains(file.toString()), outcome::toString);
    assertEquals("old", Files.readString(file));
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  private static void assertCalls(Configuration configuration, Path file, String program)
      throws IOException {
    Profile profile = Programs.read(file);
    TargetClasses classes = TargetClasses.of(configuration.jdk());
    String name = Programs.PACKAGE + program;
    Expectations expectations = Expectations.of(classes.source(name), classes.classes(), name);
    assertEquals(
        "",
        String.join(
            "\n",
            expectations.differences(profile, ValidationIT.threadsOf("main"), call -> false)));
  }
}
