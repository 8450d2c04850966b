package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.ProfilerOptions;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code record}: a running JVM, from attaching to a written profile, in one command. */
class RecordIT {
  private static final String CONTROLLED = Programs.PACKAGE + "Controlled";
  private static final String OPTIONS =
      ProfilerOptions.withDefaults("include=dev.tare.it.program.*");

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void aJvmUnderLoadIsRecordedTwiceAndWritesNothingAtItsEnd(Configuration configuration)
      throws IOException {
    Path folder = Traces.emptyDirectory("record/load-" + configuration.fileName());
    RunningJvm jvm = started(configuration.jdk(), folder);
    jvm.tell("busy 2", "done busy 2");
    Path first = folder.resolve("first.json.gz");
    String options = OPTIONS + ",mode=" + configuration.mode();
    record(jvm, "-d", "500ms", "-o", first.toString(), options).await().succeeded();
    assertTrue(RealProgram.calls(Programs.read(first), CONTROLLED) > 0);
    String status = jvm.command("status").succeeded().stdout();
    assertTrue(status.startsWith("stopped"), status);
    assertTrue(status.contains("\nno further profile, unless it is started again"), status);
    Outcome refused = record(jvm, "-d", "1", options).await();
    assertEquals(1, refused.exitStatus(), refused::toString);
    assertTrue(refused.stderr().contains("options of its own"), refused::toString);
    Path page = folder.resolve("second.html");
    Outcome second = record(jvm, "-d", "0.5", "-o", page.toString()).await().succeeded();
    assertTrue(second.stderr().contains("page in " + page), second::toString);
    assertTrue(Files.readString(page).contains("<html"), page::toString);
    jvm.tell("idle", "done idle");
    jvm.tell("end", "done idle").await().succeeded();
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(2, left.count());
    }
  }

  /**
   * The file that the JVM writes for the command is in nobody's way afterwards, nor is that of a
   * config file, which may have the profile of a whole run.
   */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void startedAgainAfterARecordingTheJvmWritesWhereAnAgentWithoutAFileDoes(boolean isConfigured)
      throws IOException {
    Path folder = Traces.emptyDirectory("record/started-again-" + isConfigured).toAbsolutePath();
    RunningJvm jvm = started(Jdk.running(), folder);
    Path ofRun = folder.resolve("run.json");
    Path config = Files.writeString(folder.resolve("tare.properties"), "file=" + ofRun);
    String options = isConfigured ? OPTIONS + ",config=" + config : OPTIONS;
    Path recorded = folder.resolve("recorded.json");
    record(jvm, "-d", "100ms", "-o", recorded.toString(), options).await().succeeded();
    assertEquals("profile-%p.json", Programs.read(recorded).settings().get("file"));
    jvm.command("start").succeeded();
    Path own = folder.resolve("profile-" + jvm.pid() + ".json");
    String status = jvm.command("status").succeeded().stdout();
    assertTrue(status.contains("\nnext profile in " + own), status);
    jvm.tell("work 7", "done work 7");
    jvm.tell("end", "ready").await().succeeded();
    assertEquals(21, leaves(Programs.read(own)));
    assertFalse(Files.exists(ofRun));
  }

  @Test
  void anInterruptEndsTheRecordingAndWritesIt() throws IOException, InterruptedException {
    Path folder = Traces.emptyDirectory("record/interrupted");
    RunningJvm jvm = started(Jdk.running(), folder);
    Path file = folder.resolve("profile.json");
    RunningJvm command = record(jvm, "-d", "5m", "-o", file.toString(), OPTIONS);
    command.awaitErrorLine("[tare] recording; ");
    jvm.tell("work 50", "done work 50");
    Outcome interrupted = command.interrupt().await();
    assertEquals(0, interrupted.exitStatus(), interrupted::toString);
    assertEquals(150, leaves(Programs.read(file)));
    jvm.tell("end", "ready").await().succeeded();
  }

  @Test
  void anInterruptWhileItBeginsLeavesNoProbesBehind() throws IOException {
    Path folder = Traces.emptyDirectory("record/interrupted-early");
    RunningJvm jvm = started(Jdk.running(), folder);
    Path file = folder.resolve("profile.json");
    String warned = OPTIONS + ",minshare=0,minshare=0";
    RunningJvm command = record(jvm, "-d", "5m", "-o", file.toString(), warned);
    jvm.awaitErrorLine("[tare] warning: "); // Before anything is woven.
    Outcome interrupted = command.interrupt().await();
    assertEquals(0, interrupted.exitStatus(), interrupted::toString);
    assertTrue(Files.exists(file), interrupted::toString);
    String status = jvm.command("status").succeeded().stdout();
    assertTrue(status.startsWith("stopped"), status);
    jvm.tell("end", "ready").await().succeeded();
  }

  @Test
  void aJvmThatEndsBeforeTheRecordingLeavesItsProfile() throws IOException {
    Path folder = Traces.emptyDirectory("record/ended");
    RunningJvm jvm = started(Jdk.running(), folder);
    Path file = folder.resolve("profile.json");
    RunningJvm command = record(jvm, "-d", "5m", "-o", file.toString(), OPTIONS);
    command.awaitErrorLine("[tare] recording; ");
    jvm.tell("work 20", "done work 20");
    jvm.tell("end", "ready").await().succeeded();
    command.await().succeeded();
    assertEquals(60, leaves(Programs.read(file)));
  }

  /** Stopped while it writes, the JVM is there, and has no answer before it has ended. */
  @Test
  void aJvmThatEndsWhileItIsAskedForTheProfileLeavesIt() throws IOException, InterruptedException {
    Path folder = Traces.emptyDirectory("record/ending");
    Path temporary = Files.createDirectory(folder.resolve("tmp")).toAbsolutePath();
    RunningJvm jvm = started(Jdk.running(), folder);
    Path file = folder.resolve("profile.json");
    RunningJvm command = recordBy(temporary, jvm, file, OPTIONS);
    command.awaitErrorLine("[tare] recording; ");
    jvm.tell("paths 17", "done paths 17");
    jvm.tell("end", "ready");
    while (jvm.isAlive() && isEmpty(temporary)) {
      Thread.onSpinWait();
    }
    command.requireInterrupts();
    jvm.signal("STOP");
    command.interrupt();
    Thread.sleep(1_000); // Longer than it takes to ask: asked later, the JVM has ended.
    jvm.signal("CONT").await();
    command.await().succeeded();
    assertTrue(RealProgram.calls(Programs.read(file), CONTROLLED) >= 1 << 17);
  }

  /** It refuses nothing, and is waited for as long as it takes. */
  @Test
  void whoWaitsForAJvmThatIsStoppedIsTold() throws IOException {
    Path folder = Traces.emptyDirectory("record/stopped");
    RunningJvm jvm = started(Jdk.running(), folder);
    Path file = folder.resolve("profile.json");
    RunningJvm command = record(jvm, "-d", "5m", "-o", file.toString(), OPTIONS);
    command.awaitErrorLine("[tare] recording; ");
    jvm.tell("work 7", "done work 7");
    command.requireInterrupts();
    jvm.signal("STOP");
    command.interrupt();
    String told = "[tare] process " + jvm.pid() + " has not answered for 5 s; still waiting";
    command.awaitErrorLine(told);
    jvm.signal("CONT");
    Outcome recorded = command.await().succeeded();
    assertEquals(1, recorded.stderr().lines().filter(told::equals).count(), recorded::toString);
    assertEquals(21, leaves(Programs.read(file)));
    jvm.tell("end", "ready").await().succeeded();
  }

  /** As one does that writes its last profile, this one for want of its socket. */
  @Test
  void whoWaitsForTheEndOfAJvmThatTakesNoCommandsIsTold() throws IOException {
    Path folder = Traces.emptyDirectory("record/refusing");
    RunningJvm jvm =
        JavaRun.on(Jdk.running())
            .options("-Xrs")
            .in(folder)
            .classPath(TargetClasses.of(Jdk.running()).classes())
            .main(CONTROLLED)
            .start()
            .awaitLine("ready");
    Path file = folder.resolve("profile.json");
    RunningJvm command = record(jvm, "-d", "5m", "-o", file.toString(), OPTIONS);
    command.awaitErrorLine("[tare] recording; ");
    Files.delete(Path.of("/tmp/.java_pid" + jvm.pid()));
    command.interrupt();
    command.awaitErrorLine(
        "[tare] process " + jvm.pid() + " takes no commands; waiting up to 30 s for its end");
    jvm.tell("work 7", "done work 7");
    jvm.tell("end", "ready").await().succeeded();
    command.await().succeeded();
    assertEquals(21, leaves(Programs.read(file)));
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  @Test
  void anAgentThatRecordsGoesOnRecording() throws IOException {
    Path folder = Traces.emptyDirectory("record/present");
    Path last = folder.resolve("last.json");
    RunningJvm jvm = profiled(last);
    jvm.tell("work 7", "done work 7");
    Path file = folder.resolve("profile.json");
    record(jvm, "-d", "100ms", "-o", file.toString()).await().succeeded();
    assertEquals(0, leaves(Programs.read(file)));
    jvm.tell("work 8", "done work 8");
    jvm.tell("end", "ready").await().succeeded();
    assertEquals(24, leaves(Programs.read(last)));
  }

  @Test
  void whereAnAgentThatRecordsEndsItsOwnFileIsNamed() throws IOException {
    Path folder = Traces.emptyDirectory("record/present-ended");
    Path last = folder.resolve("last.json");
    RunningJvm jvm = profiled(last);
    RunningJvm command = record(jvm, "-d", "5m", "-o", folder.resolve("profile.json").toString());
    command.awaitErrorLine("[tare] reset; ");
    jvm.tell("end", "ready").await().succeeded();
    Outcome ended = command.await();
    assertEquals(1, ended.exitStatus(), ended::toString);
    assertTrue(ended.stderr().contains("its last profile is " + last), ended::toString);
  }

  @Test
  void theProbesAreTakenOutWhereTheJvmCannotWriteItsProfile()
      throws IOException, InterruptedException {
    Path folder = Traces.emptyDirectory("record/vanished");
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    RunningJvm jvm = started(Jdk.running(), folder);
    Path file = folder.resolve("profile.json");
    RunningJvm command = recordBy(temporary, jvm, file, OPTIONS);
    command.awaitErrorLine("[tare] recording; ");
    Files.delete(temporary);
    Outcome failed = command.interrupt().await();
    assertEquals(1, failed.exitStatus(), failed::toString);
    String status = jvm.command("status").succeeded().stdout();
    assertTrue(status.startsWith("stopped"), status);
    jvm.tell("end", "ready").await().succeeded();
  }

  @Test
  void theProfileStaysWhereItCannotBecomeWhatWasAskedFor() throws IOException {
    Path folder = Traces.emptyDirectory("record/left");
    Path temporary = Files.createDirectory(folder.resolve("tmp")).toAbsolutePath();
    RunningJvm jvm = started(Jdk.running(), folder);
    for (String name : new String[] {"profile.json", "page.html"}) {
      Path target = Files.createDirectory(folder.resolve("target"));
      String options = name.endsWith(".json") ? OPTIONS : "";
      RunningJvm command = recordBy(temporary, jvm, target.resolve(name), options);
      command.awaitErrorLine(options.isEmpty() ? "[tare] reset; " : "[tare] recording; ");
      Files.delete(target);
      Outcome failed = command.interrupt().await();
      assertEquals(1, failed.exitStatus(), failed::toString);
      assertTrue(failed.stderr().contains(name + ": cannot be written"), failed::toString);
      try (Stream<Path> left = Files.list(temporary)) {
        Path profile = left.findAny().orElseThrow();
        assertTrue(failed.stderr().contains("the profile is in " + profile), failed::toString);
        Programs.read(profile);
        Files.delete(profile);
      }
    }
    jvm.tell("end", "ready").await().succeeded();
  }

  @Test
  void whoRecordsIsToldWhatTheJvmSays() throws IOException {
    Path folder = Traces.emptyDirectory("record/told");
    String file = folder.resolve("profile.json").toString();
    RunningJvm jvm = started(Jdk.running(), folder);
    String nothing = ProfilerOptions.withDefaults("include=no.such.*,minshare=0,minshare=0");
    Outcome missed = record(jvm, "-d", "100ms", "-o", file, nothing).await().succeeded();
    assertTrue(missed.stderr().contains("[tare] warning: minshare=0: "), missed::toString);
    String include = "[tare] warning: include=no.such.*: 0 of ";
    assertTrue(missed.stderr().contains("\n" + include), missed::toString);
    jvm.tell("end", "ready").await().succeeded();
  }

  /** A config file may be one for the whole of a run. */
  @Test
  void aRecordingBeginsAtOnceAndWritesOneProfile() throws IOException {
    Path folder = Traces.emptyDirectory("record/one");
    RunningJvm jvm = started(Jdk.running(), folder);
    for (String key : new String[] {"file=x.json", "file=", "every=1s", "start=delayed"}) {
      Outcome refused = record(jvm, OPTIONS + "," + key).await();
      assertEquals(2, refused.exitStatus(), refused::toString);
      String named = key.substring(0, key.indexOf('=') + 1);
      assertTrue(refused.stderr().contains(named + " cannot be given"), refused::toString);
    }
    Path config =
        Files.writeString(folder.resolve("tare.properties"), "every=100ms\nstart=delayed");
    Path file = folder.resolve("profile.json");
    String options = OPTIONS + ",every=off,start=now,config=" + config.toAbsolutePath();
    RunningJvm command = record(jvm, "-d", "5m", "-o", file.toString(), options);
    command.awaitErrorLine("[tare] recording; ");
    jvm.tell("work 7", "done work 7");
    command.interrupt().await().succeeded();
    assertEquals(21, leaves(Programs.read(file)));
    jvm.tell("end", "ready").await().succeeded();
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(2, left.count());
    }
  }

  @Test
  void whatCannotBeWrittenIsRefusedBeforeAnythingIsAttached() throws IOException {
    RunningJvm jvm = started(Jdk.running(), Traces.emptyDirectory("record/refused"));
    for (String output : new String[] {"/no/such/folder/x.html", "/", "/proc/x.json"}) {
      Outcome refused = record(jvm, "-o", output).await();
      assertEquals(2, refused.exitStatus(), refused::toString);
      assertEquals(1, refused.stderr().lines().count(), refused::toString);
    }
    Outcome duration = record(jvm, "-d", "soon").await();
    assertEquals(2, duration.exitStatus(), duration::toString);
    assertTrue(duration.stderr().contains("500ms"), duration::toString);
    assertFalse(jvm.command("status").stderr().isEmpty());
    jvm.tell("end", "ready").await().succeeded();
  }

  private static RunningJvm record(RunningJvm jvm, String... more) {
    return jvm.startCommand("record", more);
  }

  /** For minutes, with temporary files in a folder of its own. */
  private static RunningJvm recordBy(Path temporary, RunningJvm jvm, Path file, String options) {
    return JavaRun.on(Jdk.running())
        .options(
            "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + temporary,
            "-jar",
            Workspace.profilerJar().toString())
        .main(
            "record",
            Stream.of(Long.toString(jvm.pid()), "-d", "5m", "-o", file.toString(), options)
                .filter(word -> !word.isEmpty())
                .toArray(String[]::new))
        .start();
  }

  private static RunningJvm started(Jdk jdk, Path folder) {
    return JavaRun.on(jdk)
        .in(folder)
        .classPath(TargetClasses.of(jdk).classes())
        .main(CONTROLLED)
        .start()
        .awaitLine("ready");
  }

  private static long leaves(Profile profile) {
    return RealProgram.calls(
        profile, method -> method.className().equals(CONTROLLED) && method.name().equals("leaf"));
  }

  /** A JVM whose agent records already, and writes to this file. */
  private static RunningJvm profiled(Path last) throws IOException {
    return Programs.profiled(new Configuration(Jdk.running(), "sampled"), last, "Controlled")
        .start()
        .awaitLine("ready");
  }
}
