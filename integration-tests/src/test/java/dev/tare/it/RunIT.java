package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.ProfilerOptions;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Tool;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code run}: a command with the profiler in it. */
class RunIT {
  private static final String CONTROLLED = Programs.PACKAGE + "Controlled";
  private static final String OPTIONS =
      ProfilerOptions.withDefaults("include=dev.tare.it.program.*,mode=sampled");

  @Test
  void inputOutputAndExitStatusAreTheCommandsOwn() throws IOException {
    Path folder = Traces.emptyDirectory("run/plain");
    Path file = folder.resolve("100%test.json");
    RunningJvm jvm = run(folder, words("-o", file, OPTIONS, "--")).start().awaitLine("ready");
    jvm.tell("work 30", "done work 30");
    Outcome outcome = jvm.tell("end", "ready").await().succeeded();
    assertEquals("ready\ndone work 30\n", outcome.stdout());
    assertEquals(90, leaves(Programs.read(file)));
    Outcome failed = tare(folder, List.of("run", OPTIONS, "--", java(), "no.such.Main")).run();
    assertEquals(1, failed.exitStatus(), failed::toString);
    assertTrue(failed.stderr().contains("no.such.Main"), failed::toString);
  }

  @Test
  void aPageIsWrittenAfterAnInterruptToo() throws IOException {
    Path folder = Traces.emptyDirectory("run/page");
    Path page = folder.resolve("page.html");
    RunningJvm jvm = run(folder, words("-o", page, OPTIONS, "--")).start().awaitLine("ready");
    jvm.tell("work 30", "done work 30");
    Outcome interrupted = jvm.interrupt().await();
    assertTrue(interrupted.exitStatus() != 0, interrupted::toString);
    List<String> said = interrupted.profilerLines();
    assertEquals(3, said.size(), interrupted::toString);
    assertTrue(said.get(1).matches("\\[tare\\] [\\d,]+ probes, .*"), interrupted::toString);
    assertFalse(said.get(1).contains(".json"), interrupted::toString);
    assertEquals("[tare] page in " + page, said.get(2));
    assertTrue(Files.readString(page).contains("<html"), page::toString);
  }

  @Test
  void aPageIsOfTheWholeRunWhateverTheConfigFileSays() throws IOException {
    Path folder = Traces.emptyDirectory("run/page-periods");
    Files.writeString(folder.resolve("tare.properties"), "every=100ms");
    Path page = folder.resolve("page.html");
    String options = OPTIONS + ",config=tare.properties";
    RunningJvm jvm = run(folder, words("-o", page, options, "--")).start().awaitLine("ready");
    jvm.tell("end", "ready").await().succeeded();
    assertTrue(Files.readString(page).contains("<html"), page::toString);
  }

  @Test
  void itSaysThatAHaltedCommandLeftNoProfile() throws IOException {
    Path folder = Traces.emptyDirectory("run/halted");
    Path file = folder.resolve("profile.json");
    String said = "[tare] the command ended with status 3 and left no profile in " + file;
    assertEquals(said, lastLineOfAHaltedCommand(folder, file, OPTIONS));
    Files.writeString(file, "of an earlier run");
    assertEquals(said, lastLineOfAHaltedCommand(folder, file, OPTIONS));
    // It may have written some, under other names.
    String periods = OPTIONS + ",every=1h";
    assertNotEquals(said, lastLineOfAHaltedCommand(folder, file, periods));
  }

  private static String lastLineOfAHaltedCommand(Path folder, Path file, String options)
      throws IOException {
    String halts = Programs.PACKAGE + "Halts";
    List<String> words = words("run", "-o", file, options, "--", java(), "-cp", classes(), halts);
    Outcome outcome = tare(folder, words).run();
    assertEquals(3, outcome.exitStatus(), outcome::toString);
    List<String> said = outcome.profilerLines();
    return said.get(said.size() - 1);
  }

  /** As in a container whose variable gives the agent to every JVM. */
  @Test
  void commandsAreNotProfiledByTheAgentOfTheirEnvironment() throws IOException {
    Path folder = Traces.emptyDirectory("run/environment");
    Path jar = Workspace.profilerJar().toAbsolutePath();
    String agent = "-javaagent:" + jar + "=mode=sampled,file=application.json";
    RunningJvm jvm =
        JavaRun.on(Jdk.running())
            .in(folder)
            .classPath(TargetClasses.of(Jdk.running()).classes())
            .main(CONTROLLED)
            .start()
            .awaitLine("ready");
    String pid = Long.toString(jvm.pid());
    for (List<String> words :
        List.of(
            List.of("attach", pid, OPTIONS + ",file=other.json"),
            List.of("dump", pid, "-o", "dumped.json"),
            List.of("report", "dumped.json"))) {
      Outcome outcome =
          tare(folder, words).environment("JAVA_TOOL_OPTIONS", agent).run().succeeded();
      assertEquals(List.of(), outcome.profilerLines());
    }
    assertTrue(Files.notExists(folder.resolve("application.json")));
    JavaRun report = tare(folder, List.of("report", "dumped.json"));
    Outcome asked = report.agent(jar, "mode=sampled,file=own.json").run();
    assertEquals(2, asked.succeeded().profilerLines().size(), "the agent was asked for");
    jvm.tell("end", "ready").await().succeeded();
  }

  @Test
  void aCommandThatStartsJvmsHasAProfileOfEach() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh");
    Path folder = Traces.emptyDirectory("run/script of \"Bob's\"");
    String java = String.join(" ", java(), "-cp", classes(), CONTROLLED);
    Outcome outcome =
        tare(
                folder,
                List.of(
                    "run",
                    OPTIONS + ",file=p-%p.json",
                    "--",
                    "/bin/sh",
                    "-c",
                    "echo end | " + java + " && echo end | " + java))
            .run()
            .succeeded();
    assertEquals("ready\nready\n", outcome.stdout());
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(2, files.filter(file -> file.toString().endsWith(".json")).count());
    }
  }

  /** As builds start the JVMs of their modules. */
  @Test
  void pathsOfOptionsStartFromTheDirectoryOfTheCommandWhereverItsJvmsRun() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh");
    Path folder = Traces.emptyDirectory("run/relative%p%n");
    Files.createDirectory(folder.resolve("module"));
    Files.writeString(folder.resolve("tare.properties"), OPTIONS.replace(',', '\n'));
    String options = "config=tare.properties,file=p.json";
    String java = String.join(" ", java(), "-cp", classes(), CONTROLLED);
    String script = "cd module && echo end | " + java;
    Outcome outcome =
        tare(folder, List.of("run", options, "--", "/bin/sh", "-c", script)).run().succeeded();
    assertEquals("ready\n", outcome.stdout());
    Programs.read(folder.resolve("p.json"));
  }

  @Test
  void aPathWithACommaIsRefusedByTheCommand() throws IOException {
    Path folder = Traces.emptyDirectory("run/with, comma");
    Outcome wrong =
        tare(folder, List.of("run", "file=p.json", "--", "/bin/sh", "-c", "true")).run();
    assertEquals(2, wrong.exitStatus(), wrong::toString);
    assertTrue(wrong.stderr().contains("a comma ends an option"), wrong::toString);
  }

  @Test
  void wrongUsageIsSaidInALineAndNotByTheWholeHelp() throws IOException {
    Path folder = Traces.emptyDirectory("run/usage");
    for (List<String> words :
        List.of(
            List.of("run", "java", "Main"),
            List.of("run", "java", "-cp", "app.jar", "Main"),
            List.of("run", "-x", "--", "java", "Main"),
            List.of("run", "-o", "x.html", "every=1s", "--", "java", "Main"),
            List.of("run", "-o", "x,y.json", "--", "java", "Main"),
            List.of("run", "--"),
            List.of("run", "-o", "x.json", "--", "/bin/sh", "-c", "true"),
            List.of("run", "-o", "x.json", "file=y.json", "--", "java", "Main"))) {
      Outcome wrong = tare(folder, words).run();
      assertEquals(2, wrong.exitStatus(), wrong::toString);
      assertFalse(wrong.stderr().contains("Unknown option"), wrong::toString);
      assertTrue(wrong.stderr().lines().count() <= 2, wrong::toString); // The second names --help.
    }
  }

  @Test
  void theLauncherFindsTheJarBesideIt() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh");
    Path folder = Traces.emptyDirectory("run/launcher folder");
    Path launcher = Workspace.profilerJar().resolveSibling("tare").toAbsolutePath();
    Path link = Files.createSymbolicLink(folder.resolve("tare"), launcher);
    for (Path path : List.of(launcher, link)) {
      Process process =
          new ProcessBuilder(path.toString(), "--version").redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(said.startsWith("Tare "), said);
    }
  }

  /** With it, a shell's cd prints where it went. */
  @Test
  void theLauncherFindsTheJarWhereCdHasAPathOfItsOwn() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh");
    Path launcher = Workspace.profilerJar().resolveSibling("tare").toAbsolutePath();
    Path folder = launcher.resolve("../..").normalize();
    String relative = folder.relativize(launcher).toString();
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", relative, "--version")
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().put("CDPATH", ".:" + folder);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(said.startsWith("Tare "), said);
  }

  @Test
  void theLauncherReadsNamesInAPosixLocale() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh");
    String launcher = Workspace.profilerJar().resolveSibling("tare").toAbsolutePath().toString();
    // Written by the shell: this JVM's locale may have no such letter.
    String script = "LC_ALL=C \"$0\" report \"gr$(printf '\\303\\266\\303\\237')e.json\"; true";
    assertEquals(
        "tare: gr\u00f6\u00dfe.json: no such file\n", Tool.run("/bin/sh", "-c", script, launcher));
  }

  @Test
  void theLauncherTakesTheJavaOfJavaHomeOrOfThePathAndOptionsOfTareJavaOpts() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh");
    Path folder = Traces.emptyDirectory("run/launcher variables").toAbsolutePath();
    Path home = folder.resolve("a home");
    saysItsArguments(home.resolve("bin/java"), "home");
    Path path = folder.resolve("path");
    saysItsArguments(path.resolve("java"), "path");
    String jar = Workspace.profilerJar().toAbsolutePath().toString();
    String rest = "-jar\n" + jar + "\nreport\na b.json\n";
    Map<String, String> onPath = Map.of("PATH", path + ":" + System.getenv("PATH"));
    assertEquals("path\n" + rest, launched(onPath));
    Map<String, String> all = new HashMap<>(onPath);
    all.put("JAVA_HOME", home.toString());
    all.put("TARE_JAVA_OPTS", "-Xmx1g -Dx=y");
    assertEquals("home\n-Xmx1g\n-Dx=y\n" + rest, launched(all));
    all.put("JAVA_HOME", "");
    assertEquals("path\n-Xmx1g\n-Dx=y\n" + rest, launched(all));
  }

  /** In place of a Java. */
  private static void saysItsArguments(Path program, String name) throws IOException {
    Files.createDirectories(program.getParent());
    Files.writeString(program, "#!/bin/sh\nprintf '%s\\n' " + name + " \"$@\"\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String launched(Map<String, String> variables) throws IOException {
    Path launcher = Workspace.profilerJar().resolveSibling("tare").toAbsolutePath();
    ProcessBuilder builder =
        new ProcessBuilder(launcher.toString(), "report", "a b.json").redirectErrorStream(true);
    builder.environment().keySet().removeAll(List.of("JAVA_HOME", "TARE_JAVA_OPTS"));
    builder.environment().putAll(variables);
    Process process = builder.start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static JavaRun run(Path folder, List<String> before) {
    List<String> words = new ArrayList<>(List.of("run"));
    words.addAll(before);
    Collections.addAll(words, java(), "-cp", classes(), CONTROLLED);
    return tare(folder, words);
  }

  private static JavaRun tare(Path folder, List<String> words) {
    return JavaRun.on(Jdk.running())
        .in(folder)
        .options("-XX:TieredStopAtLevel=1", "-jar", Workspace.profilerJar().toAbsolutePath() + "")
        .main(words.get(0), words.subList(1, words.size()).toArray(String[]::new));
  }

  private static List<String> words(Object... words) {
    return Stream.of(words).map(Object::toString).toList();
  }

  private static String java() {
    return Jdk.running().tool("java").toString();
  }

  private static String classes() {
    return TargetClasses.of(Jdk.running()).classes().toAbsolutePath().toString();
  }

  private static long leaves(Profile profile) {
    return RealProgram.calls(
        profile, method -> method.className().equals(CONTROLLED) && method.name().equals("leaf"));
  }
}
