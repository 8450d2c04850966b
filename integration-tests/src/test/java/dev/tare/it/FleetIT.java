package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.RunningJvm;
import dev.tare.it.launch.SourceFolder;
import dev.tare.it.launch.Tool;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import dev.tare.it.program.HttpLoad;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Three JVMs of a Spring Boot service in two versions, asked all the time with a small budget,
 * whose profiles go into a table while they run: the slower method is named, and the sum opens as a
 * page. With less than 25%, first runs of large programs have no readings of most methods.
 */
@Tag("fleet")
@Isolated("it has six JVMs")
class FleetIT {
  /** Until the services answer with compiled code, more or less. */
  private static final int WARM_UP_SECONDS = 30;

  /** Of a machine that is busy with other tests enough periods for a variance. */
  private static final int SECONDS = Integer.getInteger("tare.it.fleet.seconds", 70);

  private static final int PERIOD_SECONDS = 10;
  private static final String ANCHOR = "dev.tare.it.spring.Prices#basket";
  private static final String SLOWER = "dev.tare.it.spring.Prices.discount";

  private static final String LAUNCHER =
      Path.of("../fleet/target/tare-fleet/bin/tare-fleet").toAbsolutePath().toString();

  private final Path folder = emptied();
  private final Path profiles = folder.resolve("in");
  private final String table = folder.resolve("table").toString();

  private static Path emptied() {
    try {
      return Traces.emptyDirectory("fleet");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theSlowerMethodOfTheNewVersionIsNamed() throws IOException {
    Files.createDirectories(profiles);
    List<RunningJvm> jvms =
        List.of(service("1.4", 200_000), service("1.4", 200_000), service("1.5", 300_000));
    Instant warm = Instant.now().plusSeconds(WARM_UP_SECONDS);
    Instant end = warm.plusSeconds(SECONDS);
    List<CompletableFuture<Integer>> clients = new ArrayList<>();
    for (RunningJvm jvm : jvms) {
      clients.add(CompletableFuture.supplyAsync(() -> ask(port(jvm), end)));
    }
    await(warm.plusSeconds(SECONDS / 2));
    fleet("ingest", table, profiles.toString());
    for (CompletableFuture<Integer> client : clients) {
      assertTrue(client.join() > 0);
    }
    jvms.forEach(jvm -> assertEquals(0, jvm.tell("end", "done").await().exitStatus()));
    String second = fleet("ingest", table, profiles.toString());
    assertTrue(second.contains(", 0 left out"), second);
    String diff =
        fleet(
            "diff",
            table,
            "--before",
            "1.4",
            "--after",
            "1.5",
            "--from",
            warm.toString(),
            "--to",
            end.minusSeconds(PERIOD_SECONDS).toString(),
            "--anchor",
            "Prices.basket");
    Files.writeString(folder.resolve("diff.txt"), diff);
    String first =
        diff.lines().dropWhile(line -> !line.startsWith("method ")).skip(1).findFirst().orElse("");
    assertTrue(first.startsWith(SLOWER) && first.contains("slower"), diff);
    Path sum = folder.resolve("sum.json.gz");
    fleet("merge", table, "-o", sum.toString());
    assertTrue(RealProgram.calls(ProfileReader.read(sum), "dev.tare.it.spring.Prices") > 0);
    Path page = folder.resolve("sum.html");
    Tool.run(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-jar",
        Workspace.profilerJar().toString(),
        "report",
        sum.toString(),
        "--html",
        page.toString());
    assertTrue(Files.size(page) > 0);
  }

  private RunningJvm service(String version, int rounds) throws IOException {
    Path spring = Workspace.program("spring-boot");
    return JavaRun.on(Jdk.running())
        .options("-Xmx256m", "-Dprices.rounds=" + rounds)
        .profiler(
            "every="
                + PERIOD_SECONDS
                + "s,budget=25%,include=*:"
                + ANCHOR
                + ",labels=service:prices;version:"
                + version
                + ",file="
                + profiles.resolve("%p-%n.json.gz"))
        .classPath(
            Workspace.classes(),
            SourceFolder.compile("spring", spring, Workspace.program("hdr")),
            spring.resolve("*"))
        .main("dev.tare.it.spring.Prices")
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

  @Test
  void argumentsAndTextAreWholeInAPosixLocale() throws IOException {
    // Written by the shell: this JVM's locale may have no such letter.
    String script =
        "LC_ALL=C \"$0\" top table \"--gr$(printf '\\303\\266\\303\\237')e\" 2>&1; true";
    String said = Tool.run("/bin/sh", "-c", script, LAUNCHER);
    assertTrue(said.contains("'--gr\u00f6\u00dfe'"), said);
  }

  private static int ask(int port, Instant end) {
    int answered = 0;
    try {
      while (Instant.now().isBefore(end)) {
        assertTrue(HttpLoad.get(port, "/baskets/" + answered % 1000).startsWith("200"));
        answered++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return answered;
  }

  private static void await(Instant time) {
    while (Instant.now().isBefore(time)) {
      LockSupport.parkNanos(100_000_000);
    }
  }

  private static String fleet(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(LAUNCHER);
    command.addAll(List.of(arguments));
    return Tool.run(command.toArray(String[]::new));
  }
}
