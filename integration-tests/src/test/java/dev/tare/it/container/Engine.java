package dev.tare.it.container;

import dev.tare.it.launch.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * The engine that answers here, or one that is started for the tests and stopped after them: on
 * Debian, as root, which may install it. It touches nothing of the host's network.
 */
final class Engine {
  private static final int PATIENCE_SECONDS = 60;
  private static final String VARIABLE = "DOCKER_HOST";

  private final List<Process> started;
  private final Path directory;
  private final String host;

  private Engine(List<Process> started, Path directory, String host) {
    this.started = started;
    this.directory = directory;
    this.host = host;
  }

  /** The tests that ask are skipped where there is no engine and none can be started. */
  static Engine running() throws IOException, InterruptedException {
    // Short: the engine keeps sockets in it, whose paths have 108 bytes at most.
    Path directory = Files.createTempDirectory(Path.of("/tmp"), "tare");
    if (answers()) {
      String named = System.getenv(VARIABLE);
      return new Engine(
          List.of(), directory, named == null ? "unix:///var/run/docker.sock" : named);
    }
    install();
    Path socket = directory.resolve("docker.sock");
    Process daemon =
        new ProcessBuilder(
                "dockerd",
                "--host=unix://" + socket,
                "--pidfile=" + directory.resolve("pid"),
                "--exec-root=" + directory.resolve("exec"),
                "--data-root=" + directory.resolve("data"),
                "--bridge=none",
                "--iptables=false",
                "--ip6tables=false",
                "--ip-forward=false",
                "--ip-masq=false")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    Engine engine = new Engine(List.of(daemon), directory, "unix://" + socket);
    for (int second = 0; !Files.exists(socket); second++) {
      if (second == PATIENCE_SECONDS || daemon.waitFor(1, TimeUnit.SECONDS)) {
        String log = Files.readString(directory.resolve("log"));
        engine.stop();
        throw new IllegalStateException("the engine does not start\n" + log);
      }
    }
    // Testcontainers looks here, where its dockerconfig.source says so.
    System.setProperty(VARIABLE, engine.host());
    return engine;
  }

  private static boolean answers() {
    try {
      Tool.run("docker", "info");
      return true;
    } catch (IOException e) {
      return false; // No such program, or nobody at the other end.
    }
  }

  private static void install() {
    try {
      if (!Tool.run("id", "-u").strip().equals("0")) {
        Assumptions.abort("left out: no container engine answers, and only root can start one");
      }
      if (!isThere("dockerd")) {
        Tool.run("apt-get", "install", "-y", "--no-install-recommends", "docker.io");
      }
    } catch (IOException e) {
      Assumptions.abort(
          "left out: no container engine here, and none to install: " + e.getMessage());
    }
  }

  private static boolean isThere(String program) {
    try {
      Tool.run("sh", "-c", "command -v " + program);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Where it listens. */
  String host() {
    return host;
  }

  /** Stops what was started, and nothing else. */
  void stop() throws IOException, InterruptedException {
    for (Process daemon : started) {
      daemon.destroy();
      daemon.waitFor();
    }
    Tool.run("rm", "-rf", directory.toString());
  }
}
