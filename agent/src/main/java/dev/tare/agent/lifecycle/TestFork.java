package dev.tare.agent.lifecycle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * JVMs that JMH and Maven's Surefire start one after the other, for one run: to each of them, the
 * others' profiles are no earlier run's.
 */
final class TestFork {
  private static final String JMH = "org.openjdk.jmh.runner.ForkedMain";

  /** How the names of the jars begin that Surefire makes, one for each fork. */
  static final String SUREFIRE = "surefirebooter";

  private static final String SUREFIRE_WITHOUT_JAR =
      "org.apache.maven.surefire.booter.ForkedBooter";

  /** Surefire has a shell between. */
  private static final int GENERATIONS = 2;

  private static final Path PROCESSES = Path.of("/proc");
  private static final double TICKS_PER_SECOND = 100; // USER_HZ, on all that Tare supports

  // proc_pid_stat(5): field 22, starttime; the first that follows the name is field 3.
  private static final int START_TIME = 22 - 3;
  private static final int STAT_FIELDS = START_TIME + 2;

  private TestFork() {}

  /** Whether a JVM with this command line, main class or jar first, is one of them. */
  static boolean isOne(String command) {
    String main = command.strip().split("\\s", 2)[0];
    return main.equals(JMH)
        || main.equals(SUREFIRE_WITHOUT_JAR)
        || (command.contains(SUREFIRE) && command.contains(".jar"));
  }

  /** When the JVM began that started this one; empty where there is none, or it has ended. */
  static Optional<Instant> runStarted() {
    Optional<ProcessHandle> ancestor = ProcessHandle.current().parent();
    for (int i = 0; i < GENERATIONS && ancestor.isPresent(); i++) {
      Optional<String> program = ancestor.get().info().command();
      if (program.isPresent() && Path.of(program.get()).endsWith("java")) {
        return started(ancestor.get());
      }
      ancestor = ancestor.get().parent();
    }
    return Optional.empty();
  }

  private static Optional<Instant> started(ProcessHandle process) {
    try {
      // From the machine's uptime: what ProcessHandle tells comes from the moment of its boot in
      // whole seconds, and an earlier run may have ended within that second.
      String stat = Files.readString(PROCESSES.resolve(process.pid() + "/stat"));
      String uptime = Files.readString(PROCESSES.resolve("uptime"));
      Optional<Instant> started = started(stat, uptime, Instant.now());
      if (started.isPresent()) {
        return started;
      }
    } catch (IOException | RuntimeException e) {
      // Not Linux.
    }
    Instant now = Instant.now();
    return process.info().startInstant().filter(start -> !start.isAfter(now));
  }

  /**
   * When a process began; empty where that would be in the future: a container may show an uptime
   * of its own, and the starts of processes by the machine's.
   *
   * @param stat {@code /proc/PID/stat}
   * @param uptime {@code /proc/uptime}
   */
  static Optional<Instant> started(String stat, String uptime, Instant now) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", STAT_FIELDS);
    double startedSeconds = Long.parseLong(fields[START_TIME]) / TICKS_PER_SECOND;
    double ageSeconds =
        Double.parseDouble(uptime.substring(0, uptime.indexOf(' '))) - startedSeconds;
    return ageSeconds < 0
        ? Optional.empty()
        : Optional.of(now.minusMillis(Math.round(ageSeconds * 1_000)));
  }
}
