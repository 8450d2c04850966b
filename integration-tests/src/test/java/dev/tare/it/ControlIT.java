package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.it.launch.Configuration;
import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.ProfilerOptions;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Tool;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A running JVM is told to record, to stop, to write what it has: and counts stay exact. */
@Order(4)
@Execution(ExecutionMode.CONCURRENT)
class ControlIT {
  private static String generalHelp = "";

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInFull")
  void callsAreCountedExactlyWhileRecordingAndNotWhileStopped(Configuration configuration)
      throws IOException {
    Path folder = Traces.emptyDirectory("control/windows-" + configuration.fileName());
    Path last = folder.resolve("last.json");
    RunningJvm jvm = controlled(configuration, last, "start=delayed").start().awaitLine("ready");
    jvm.tell("work 11", "done work 11");
    assertTrue(done(jvm, "status").startsWith("stopped"));
    assertStatusAsJson(jvm, "stopped", 0, last);
    done(jvm, "start");
    jvm.tell("work 100", "done work 100");
    assertStatusAsJson(jvm, "recording", 1, last);
    jvm.tell("hold", "done hold");
    done(jvm, "stop");
    jvm.tell("work 13", "done work 13");
    Profile held = dump(jvm, folder, "held");
    assertEquals(List.of(100L, 300L), List.of(calls(held, "step"), calls(held, "leaf")));
    assertEquals(List.of(1L, 1L), List.of(calls(held, "hold"), open(held, "hold")));
    jvm.tell("release", "done release");
    done(jvm, "start");
    jvm.tell("work 1000", "done work 1000");
    Profile both = dump(jvm, folder, "both");
    assertEquals(List.of(1100L, 3300L), List.of(calls(both, "step"), calls(both, "leaf")));
    assertEquals(List.of(1L, 0L), List.of(calls(both, "hold"), open(both, "hold")));
    assertEquals(2, both.run().windows().size(), both.run()::toString);
    assertWithinWindows(both);
    jvm.tell("hold", "done hold");
    done(jvm, "reset");
    jvm.tell("work 7", "done work 7");
    Profile reset = dump(jvm, folder, "reset");
    assertEquals(List.of(7L, 21L), List.of(calls(reset, "step"), calls(reset, "leaf")));
    assertEquals(
        List.of(0L, 1L, 1L),
        List.of(calls(reset, "hold"), open(reset, "hold"), carried(reset, "hold")));
    assertWithinWindows(reset);
    jvm.tell("release", "done release");
    jvm.tell("end", "done release").await().succeeded();
    Profile end = Programs.read(last);
    assertEquals(List.of(8L, 24L), List.of(calls(end, "step"), calls(end, "leaf")));
    assertEquals(List.of(0L, 0L), List.of(calls(end, "hold"), open(end, "hold")));
    assertWithinWindows(end);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void anAgentIsAttachedUnderLoadAndTwoDumpsAtOnceAreBothRight(Configuration configuration)
      throws IOException {
    Path folder = Traces.emptyDirectory("control/attached-" + configuration.fileName());
    Path last = folder.resolve("last.json");
    RunningJvm jvm =
        JavaRun.on(configuration.jdk())
            .classPath(TargetClasses.of(configuration.jdk()).classes())
            .main(Programs.PACKAGE + "Controlled")
            .start()
            .awaitLine("ready");
    Outcome none = jvm.command("status");
    assertEquals(1, none.exitStatus(), none::toString);
    assertTrue(none.stderr().contains("no agent"), none::toString);
    jvm.tell("busy 2", "done busy 2");
    jvm.tell("break", "broken");
    Outcome wrong = jvm.command("attach", "interval=5");
    assertEquals(2, wrong.exitStatus(), wrong::toString);
    assertTrue(wrong.stderr().contains("interval=5"), wrong::toString);
    String options =
        ProfilerOptions.withDefaults(
            "include=dev.tare.it.program.*,mode=" + configuration.mode() + ",file=" + last);
    Outcome attached = jvm.command("attach", options).succeeded();
    assertTrue(attached.stdout().contains("loaded classes woven"), attached::toString);
    Outcome again = jvm.command("attach", options);
    assertEquals(1, again.exitStatus(), again::toString);
    assertTrue(again.stderr().contains("already"), again::toString);
    jvm.tell("work 500", "done work 500");
    RunningJvm one = jvm.startCommand("dump", "-o", folder.resolve("one.json").toString());
    RunningJvm two = jvm.startCommand("dump", "-o", folder.resolve("two.json.gz").toString());
    one.await().succeeded();
    two.await().succeeded();
    for (String name : List.of("one.json", "two.json.gz")) {
      Profile profile = Programs.read(folder.resolve(name));
      CallTree worker = Programs.thread(profile, "worker").tree();
      assertEquals(500, calls(profile, worker, "step"));
      assertEquals(1500, calls(profile, worker, "leaf"));
      CallTree load = Programs.thread(profile, "busy-1").tree();
      assertTrue(calls(profile, load, "step") > 0);
    }
    jvm.tell("idle", "done idle");
    jvm.tell("end", "done idle").await().succeeded();
    Profile end = Programs.read(last);
    assertEquals(1500, calls(end, worker(end), "leaf"));
    // It ran the agent and nothing of the application.
    assertTrue(end.threads().stream().noneMatch(thread -> thread.name().equals("Attach Listener")));
    List<String> skipped = end.skipped().stream().map(SkippedMethod::className).toList();
    assertEquals(List.of(Programs.PACKAGE + "Controlled$Broken"), skipped);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void virtualThreadsAreCountedExactlyAcrossStopAndStart(Configuration configuration)
      throws IOException {
    assumeTrue(configuration.jdk().feature() >= 21, "no virtual threads");
    Path folder = Traces.emptyDirectory("control/virtual-" + configuration.fileName());
    RunningJvm jvm =
        controlled(configuration, folder.resolve("last.json")).start().awaitLine("ready");
    jvm.tell("virtual 200", "done virtual 200");
    jvm.tell("hold-virtual 50", "done hold-virtual 50");
    done(jvm, "stop");
    jvm.tell("virtual 300", "done virtual 300");
    done(jvm, "start");
    jvm.tell("virtual 400", "done virtual 400");
    Profile held = dump(jvm, folder, "held");
    assertEquals(List.of(600L, 1800L), List.of(calls(held, "step"), calls(held, "leaf")));
    assertEquals(List.of(50L, 50L), List.of(calls(held, "hold"), open(held, "hold")));
    jvm.tell("release", "done release");
    Profile released = dump(jvm, folder, "released");
    assertEquals(List.of(650L, 1950L), List.of(calls(released, "step"), calls(released, "leaf")));
    assertEquals(List.of(50L, 0L), List.of(calls(released, "hold"), open(released, "hold")));
    assertEquals(650, virtualThreads(released));
    jvm.tell("end", "done release").await().succeeded();
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void aProfileCountsTheVirtualThreadsOfItsWindow(Configuration configuration) throws IOException {
    assumeTrue(configuration.jdk().feature() >= 21, "no virtual threads");
    Path folder = Traces.emptyDirectory("control/windows-" + configuration.fileName());
    RunningJvm jvm =
        controlled(configuration, folder.resolve("last.json")).start().awaitLine("ready");
    jvm.tell("virtual 200", "done virtual 200");
    jvm.tell("hold-virtual 50", "done hold-virtual 50");
    assertEquals(250, virtualThreads(dump(jvm, folder, "before")));
    done(jvm, "reset");
    jvm.tell("virtual 30", "done virtual 30");
    jvm.tell("release", "done release");
    assertEquals(80, virtualThreads(dump(jvm, folder, "after")));
    jvm.tell("end", "done release").await().succeeded();
  }

  private static long virtualThreads(Profile profile) {
    return profile.threads().stream()
        .filter(ThreadProfile::virtual)
        .mapToLong(ThreadProfile::threads)
        .sum();
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInFull")
  void aDumpToAPipeIsRefusedAndTheJvmEndsWithItsProfile(Configuration configuration)
      throws IOException {
    Path folder = Traces.emptyDirectory("control/pipe-" + configuration.fileName());
    Path pipe = folder.resolve("pipe");
    try {
      Tool.run("mkfifo", pipe.toString());
    } catch (IOException e) {
      assumeTrue(false, "left out: no pipes here: " + e.getMessage());
    }
    Path last = folder.resolve("last.json");
    RunningJvm jvm = controlled(configuration, last).start().awaitLine("ready");
    jvm.tell("work 100", "done work 100");
    RunningJvm dump = jvm.startCommand("dump", "-o", pipe.toString());
    Outcome refused = dump.await();
    assertEquals(1, refused.exitStatus(), refused::toString);
    assertTrue(refused.stderr().contains(pipe + ": is a pipe or a device"), refused::toString);
    jvm.terminate().await(); // By the signal, or by the end of its input, which comes with it.
    Profile profile = Programs.read(last);
    assertEquals(List.of(100L, 300L), List.of(calls(profile, "step"), calls(profile, "leaf")));
  }

  /** It takes no signal; its socket is there from its start. */
  @Test
  void aJvmWithoutSignalsTakesCommands() throws IOException {
    Path folder = Traces.emptyDirectory("control/no-signals");
    RunningJvm jvm =
        JavaRun.on(Jdk.running())
            .options("-Xrs")
            .classPath(TargetClasses.of(Jdk.running()).classes())
            .main(Programs.PACKAGE + "Controlled")
            .start()
            .awaitLine("ready");
    String options =
        ProfilerOptions.withDefaults(
            "include=dev.tare.it.program.*,mode=full,file=" + folder.resolve("last.json"));
    jvm.command("attach", options).succeeded();
    jvm.tell("work 11", "done work 11");
    assertEquals(11, calls(dump(jvm, folder, "dump"), "step"));
    jvm.tell("end", "done work 11").await().succeeded();
  }

  private static JavaRun controlled(Configuration configuration, Path file, String... options) {
    String[] all =
        Stream.concat(Stream.of("include=dev.tare.it.program.*"), Stream.of(options))
            .toArray(String[]::new);
    return JavaRun.profiled(configuration, file, all)
        .classPath(TargetClasses.of(configuration.jdk()).classes())
        .main(Programs.PACKAGE + "Controlled");
  }

  private static CallTree worker(Profile profile) {
    return Programs.thread(profile, "worker").tree();
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#newestInSampled")
  void theProfilesOfAllPeriodsAddUpToEverything(Configuration configuration) throws Exception {
    Path folder = Traces.emptyDirectory("control/periods-" + configuration.fileName());
    RunningJvm jvm =
        controlled(configuration, folder.resolve("p-%n.json"), "every=300ms")
            .start()
            .awaitLine("ready");
    jvm.tell("hold", "done hold");
    jvm.tell("busy 2", "done busy 2");
    await(folder.resolve("p-3.json"), jvm);
    jvm.tell("idle", "done idle");
    long steps =
        jvm.lines().stream()
            .filter(line -> line.startsWith("steps "))
            .mapToLong(line -> Long.parseLong(line.substring(6)))
            .sum();
    jvm.tell("end", "done idle").await().succeeded();
    Path sum = folder.resolve("sum.json");
    List<String> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.map(Path::toString).sorted().toList();
    }
    for (String file : files) {
      Programs.read(Path.of(file));
    }
    JavaRun merge =
        JavaRun.on(configuration.jdk())
            .options("-jar", Workspace.profilerJar().toString())
            .main(
                "merge",
                Stream.concat(files.stream(), Stream.of("-o", sum.toString(), "--threads", "name"))
                    .toArray(String[]::new));
    merge.run().succeeded();
    Profile whole = Programs.read(sum);
    assertEquals(steps + 1, calls(whole, "step"), "and one of the released holder");
    assertEquals(3 * (steps + 1), calls(whole, "leaf"));
    assertEquals(
        List.of(1L, 0L, 0L),
        List.of(calls(whole, "hold"), open(whole, "hold"), carried(whole, "hold")));
    assertEquals(1, whole.run().windows().size(), whole.run()::toString);
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Configuration#oldestInSampled")
  void aHundredRoundsUnderLoadLoseNoCallAndLeaveNothingOpen(Configuration configuration)
      throws IOException {
    Path folder = Traces.emptyDirectory("control/rounds-" + configuration.fileName());
    Path last = folder.resolve("last.json");
    RunningJvm jvm = controlled(configuration, last).start().awaitLine("ready");
    jvm.tell("work 100", "done work 100");
    jvm.tell("busy 2", "done busy 2");
    jvm.tell("rounds 30", "done rounds 30");
    jvm.tell("memory", "done memory");
    jvm.tell("rounds 100", "done rounds 100");
    jvm.tell("memory 2", "done memory 2");
    jvm.tell("idle", "done idle");
    jvm.tell("work 23", "done work 23");
    List<String> lines = jvm.lines();
    Profile dump = dump(jvm, folder, "dump");
    jvm.tell("end", "done idle").await().succeeded();
    CallTree worker = worker(dump);
    Profile end = Programs.read(last);
    long inWorkers =
        end.threads().stream()
            .filter(thread -> thread.name().equals("worker"))
            .mapToLong(thread -> calls(end, thread.tree(), "step"))
            .sum();
    assertEquals(123, inWorkers);
    assertEquals(5, worker.size(), "root, the thread's task, work, step and leaf");
    List<long[]> memory =
        lines.stream()
            .filter(line -> line.startsWith("memory "))
            .map(line -> Stream.of(line.split(" ")).skip(1).mapToLong(Long::parseLong).toArray())
            .toList();
    assertEquals(2, memory.size());
    long classes = memory.get(1)[0] - memory.get(0)[0];
    // HotSpot counts each version of a transformed class until it is dropped, two a round: of
    // Controlled, its Load and, from JDK 21 on, java.lang.VirtualThread.
    assertTrue(classes < 100 * (3 * 2 + 1), "fewer than one a round more: " + classes);
    // The JVM opens and closes some of its own meanwhile; one left open a round would be a hundred.
    assertTrue(
        memory.get(1)[1] < memory.get(0)[1] + 50,
        () -> "open files: " + memory.get(1)[1] + " after " + memory.get(0)[1]);
  }

  @BeforeAll
  static void askForHelp() {
    generalHelp = profiler("--help").succeeded().stdout();
  }

  @Test
  void whatCannotBeDoneIsSaidInOneLine() {
    assertSays("stop 999999999", 1, "no process 999999999");
    assertSays("stop " + ProcessHandle.current().pid(), 1, "there is no agent in process");
    assertSays("stop", 2, "PID");
    assertSays("dump x", 2, "'x' is no process id");
    assertSays("attach 1 mode=sampled file=x", 2, "join the agent's options by commas");
    assertSays("counters foo", 2, "counters: not known: foo");
    assertSays("train -o x --metric foo", 2, "metric=foo: must be");
    assertSays("train -o x --budget foo", 2, "budget=foo: must be");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"attach", "start", "stop", "dump", "reset", "status", "counters", "train"})
  void theGeneralHelpHasALineOnEachCommandThatHasHelpItself(String command) {
    assertEquals(
        1,
        generalHelp.lines().filter(line -> line.matches(" +" + command + " +[A-Z].*\\.")).count(),
        generalHelp);
    assertTrue(profiler(command, "--help").succeeded().stdout().contains(command));
  }

  @ParameterizedTest
  @ValueSource(strings = {"counters", "train"})
  void commandsOfThisMachineSayTheirVersion(String command) {
    assertEquals(
        profiler("--version").succeeded().stdout(),
        profiler(command, "--version").succeeded().stdout());
  }

  @ParameterizedTest
  @ValueSource(strings = {"counters", "counters --json", "counters --help"})
  void aReaderWhoHasEnoughIsNoError(String arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(Jdk.running().tool("java").toString()));
    command.addAll(List.of("-jar", Workspace.profilerJar().toString()));
    command.addAll(List.of(arguments.split(" ")));
    Process process = new ProcessBuilder(command).start();
    process.getInputStream().close();
    String printed = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals("", printed);
    assertEquals(141, process.waitFor());
  }

  private static Outcome profiler(String command, String... arguments) {
    return JavaRun.on(Jdk.running())
        .options("-jar", Workspace.profilerJar().toString())
        .main(command, arguments)
        .run();
  }

  private static void assertSays(String arguments, int status, String words) {
    String[] all = arguments.split(" ");
    Outcome outcome = profiler(all[0], List.of(all).subList(1, all.length).toArray(new String[0]));
    assertEquals(status, outcome.exitStatus(), outcome::toString);
    assertTrue(outcome.stderr().contains(words), outcome::toString);
    assertFalse(outcome.stderr().contains("\tat "), outcome::toString);
  }

  private static String done(RunningJvm jvm, String command) {
    return jvm.command(command).succeeded().stdout();
  }

  private static void assertStatusAsJson(RunningJvm jvm, String state, int windows, Path file) {
    String json = jvm.command("status", "--json").succeeded().stdout().strip();
    assertTrue(json.startsWith("{\"version\":\"") && json.endsWith("}}"), json);
    assertTrue(json.contains("\"state\":\"" + state + "\""), json);
    assertEquals(windows, json.split("\"duration_ns\":", -1).length - 1, json);
    assertTrue(json.contains("\"file\":\"" + file.toAbsolutePath() + "\""), json);
    assertTrue(json.contains("\"settings\":{"), json);
  }

  private static Profile dump(RunningJvm jvm, Path folder, String name) throws IOException {
    Path file = folder.resolve(name + ".json");
    jvm.command("dump", "-o", file.toString()).succeeded();
    return Programs.read(file);
  }

  private static void await(Path file, RunningJvm jvm) throws InterruptedException {
    while (!Files.exists(file)) {
      assertTrue(jvm.isAlive(), "it ended without writing " + file);
      Thread.sleep(5);
    }
  }

  private static long calls(Profile profile, String method) {
    return Programs.sum(profile, method, CallTree::calls);
  }

  private static long open(Profile profile, String method) {
    return Programs.sum(profile, method, CallTree::open);
  }

  private static long carried(Profile profile, String method) {
    return Programs.sum(profile, method, CallTree::carried);
  }

  private static long calls(Profile profile, CallTree tree, String method) {
    return Programs.sum(profile, tree, method, CallTree::calls);
  }

  /** Nothing is charged for times in which nothing was recorded. */
  private static void assertWithinWindows(Profile profile) {
    long recorded = profile.run().windows().stream().mapToLong(RunInfo.Window::durationNanos).sum();
    for (ThreadProfile thread : profile.threads()) {
      long raw =
          thread.tree().selfSum() + thread.tree().overheadSum() + thread.interruptions().nanos();
      assertTrue(raw <= recorded, thread.name() + ": " + raw + " of " + recorded);
    }
  }
}
