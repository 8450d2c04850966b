package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.SourceFolder;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.WebLoad;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A Spring Boot application that a client asks on and on, while the profiler is attached, told to
 * write, to stop and to start again: each request is answered, and counted where it should be. How
 * long answers took is written down, and not judged: that is the machine's affair.
 */
@Tag("frameworks")
@Isolated("it measures pauses under load")
class ControlUnderLoadIT {
  private static final int SECONDS = Integer.getInteger("tare.it.load.seconds", 6);
  private static final String PAGE = "/orders/5";

  /** What is counted exactly is named: it keeps its probes, whatever they cost. */
  private static final String INCLUDED =
      "include=org.*:dev.tare.it.*:dev.tare.it.spring.Orders#order";

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void springBootAnswersEachRequestWhateverTheProfilerIsTold(Jdk jdk) throws IOException {
    WebLoad.assumeThere();
    Path folder = Traces.emptyDirectory("control-load/" + jdk.feature());
    Path last = folder.resolve("last.json");
    RunningJvm jvm = served(jdk);
    Run run = new Run(jvm, port(jvm));
    run.load("warm-up", 2 * SECONDS);
    run.load("plain", SECONDS);
    run.load("`attach` meanwhile", 2 * SECONDS, "attach", INCLUDED + ",mode=sampled,file=" + last);
    run.load("recording", SECONDS);
    Path dumped = folder.resolve("dump.json");
    run.load("recording, `dump` meanwhile", SECONDS, "dump", "-o", dumped.toString());
    run.command("stop");
    long stoppedAt = orders(run.dump(folder.resolve("stopped.json")));
    run.load("just stopped", SECONDS);
    run.load("stopped", SECONDS);
    assertEquals(stoppedAt, orders(run.dump(folder.resolve("still.json"))));
    run.command("reset");
    run.command("start");
    WebLoad again = run.load("`reset`, started again", SECONDS);
    run.command("status");
    Outcome outcome = jvm.tell("end", "done").await();
    Files.writeString(folder.resolve("load.md"), run.table + "\n" + String.join("\n", run.said));
    assertEquals(0, outcome.exitStatus(), outcome::toString);
    assertTrue(orders(Programs.read(dumped)) > 0);
    Profile end = Programs.read(last);
    assertEquals(
        0, RealProgram.calls(end, method -> method.className().startsWith("dev.tare.agent.")));
    long counted = orders(end);
    assertTrue(
        counted >= again.requests() && counted <= again.requests() + WebLoad.CONNECTIONS,
        () -> counted + " counted of " + again);
  }

  private static RunningJvm served(Jdk jdk) throws IOException {
    Path spring = Workspace.program("spring-boot");
    return JavaRun.on(jdk)
        .classPath(
            Workspace.classes(),
            SourceFolder.compile("spring", spring, Workspace.program("hdr")),
            spring.resolve("*"))
        .main("dev.tare.it.spring.Served")
        .start()
        .awaitLine("ready");
  }

  private static int port(RunningJvm jvm) {
    return jvm.lines().stream()
        .filter(line -> line.startsWith("port "))
        .mapToInt(line -> Integer.parseInt(line.substring("port ".length())))
        .findFirst()
        .orElseThrow();
  }

  private static long orders(Profile profile) {
    return RealProgram.calls(
        profile,
        method ->
            method.className().equals("dev.tare.it.spring.Orders")
                && method.name().equals("order"));
  }

  /** The application, and what was seen of it. */
  private static final class Run {
    private final RunningJvm jvm;
    private final int port;
    private final List<String> said = new ArrayList<>();
    private final StringBuilder table =
        new StringBuilder(
            "| | requests/s | 50 % | 90 % | 99 % | longest |\n|---|---:|---:|---:|---:|---:|\n");

    Run(RunningJvm jvm, int port) {
      this.jvm = jvm;
      this.port = port;
    }

    /** Asks for so long, and meanwhile runs a command, if there is one. */
    WebLoad load(String what, int seconds, String... command) {
      CompletableFuture<WebLoad> asked =
          CompletableFuture.supplyAsync(() -> WebLoad.of(port, PAGE, seconds));
      if (command.length > 0) {
        command(command);
      }
      WebLoad load = asked.join();
      table.append(load.line(what));
      assertEquals(0, load.failures(), load::toString);
      return load;
    }

    void command(String... words) {
      String[] more = List.of(words).subList(1, words.length).toArray(String[]::new);
      said.add(words[0] + ": " + jvm.command(words[0], more).succeeded().stdout());
    }

    Profile dump(Path file) throws IOException {
      command("dump", "-o", file.toString());
      return Programs.read(file);
    }
  }
}
