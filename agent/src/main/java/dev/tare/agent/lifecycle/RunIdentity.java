package dev.tare.agent.lifecycle;

import dev.tare.profile.RunInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The run that is profiled.
 *
 * @param started the wall clock at the agent's start
 * @param startNanos {@link System#nanoTime} then
 * @param pid process id
 * @param host the machine's name
 * @param labels what whoever started it calls it by
 */
public record RunIdentity(
    Instant started, long startNanos, long pid, String host, Map<String, String> labels) {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

  public static RunIdentity begin(Instant now) {
    return new RunIdentity(
        now, System.nanoTime(), ProcessHandle.current().pid(), hostName(), Map.of());
  }

  /** The same run, which whoever started it calls by these labels. */
  RunIdentity labelled(Map<String, String> given) {
    return new RunIdentity(started, startNanos, pid, host, given);
  }

  /** The run, as a profile describes it; see {@link RunInfo} for the parameters. */
  RunInfo info(Instant recordingStarted, long durationNanos, List<RunInfo.Window> windows) {
    return new RunInfo(
        recordingStarted,
        durationNanos,
        pid,
        System.getProperty("sun.java.command", ""),
        host,
        property("os.name") + " " + property("os.version") + " " + property("os.arch"),
        cpuModel(),
        Runtime.getRuntime().availableProcessors(),
        new RunInfo.Jvm(
            property("java.vm.vendor"), property("java.vm.name"), property("java.vm.version")),
        windows,
        null,
        labels);
  }

  private static String property(String key) {
    return System.getProperty(key, "unknown");
  }

  private static String hostName() {
    try {
      return Files.readString(HOST_NAME).strip();
    } catch (IOException e) {
      // Not Linux. A look-up by name could wait for a network that is not there.
      String name = System.getenv("HOSTNAME");
      name = name == null ? System.getenv("COMPUTERNAME") : name;
      return name == null ? "localhost" : name;
    }
  }

  /** The processor, as the operating system names it. */
  public static String cpuModel() {
    try (BufferedReader lines = Files.newBufferedReader(CPU_INFO)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException e) {
      // Not Linux.
    }
    return property("os.arch");
  }
}
