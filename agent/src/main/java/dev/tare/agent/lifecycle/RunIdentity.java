package dev.tare.agent.lifecycle;

import dev.tare.profile.RunInfo;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
  private static final String MODEL_NAME = "model name";

  /** Implementer, architecture, variant, part and revision, see the arm64 kernel's c_show(). */
  private static final String ARM_NUMBER = "CPU ";

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
        labels,
        "");
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
      return cpuModel(lines).orElseGet(() -> property("os.arch"));
    } catch (IOException e) {
      return property("os.arch"); // Not Linux.
    }
  }

  /**
   * The same. Kernels of arm64 give 64-bit programs no name of the model, and numbers instead,
   * which differ from processor to processor where a machine has several models.
   *
   * @param cpuInfo lines of {@code /proc/cpuinfo}
   */
  static Optional<String> cpuModel(BufferedReader cpuInfo) throws IOException {
    Set<String> numbers = new LinkedHashSet<>();
    for (String line = cpuInfo.readLine(); line != null; line = cpuInfo.readLine()) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.startsWith(MODEL_NAME)) {
        return Optional.of(line.substring(colon + 1).strip());
      }
      if (colon > 0 && line.startsWith(ARM_NUMBER)) {
        String key = line.substring(ARM_NUMBER.length(), colon).strip();
        numbers.add(key + " " + line.substring(colon + 1).strip());
      }
    }
    return numbers.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", numbers));
  }
}
