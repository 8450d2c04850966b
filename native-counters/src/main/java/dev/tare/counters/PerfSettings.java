package dev.tare.counters;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel says of itself under /proc and /sys. */
final class PerfSettings {
  private PerfSettings() {}

  /** The setting that decides who may count what, as text; {@code ?} where it cannot be read. */
  static String paranoid() {
    return line(Path.of("/proc/sys/kernel/perf_event_paranoid"));
  }

  /** Whether every processor has all these features in {@code /proc/cpuinfo}. */
  static boolean processorsHave(String... features) {
    String[] flagLines;
    try {
      flagLines =
          Files.readString(Path.of("/proc/cpuinfo"), StandardCharsets.ISO_8859_1)
              .lines()
              .filter(line -> line.startsWith("flags"))
              .map(line -> line + " ")
              .toArray(String[]::new);
    } catch (IOException e) {
      return false; // Not told is not trusted.
    }
    for (String line : flagLines) {
      for (String feature : features) {
        if (!line.contains(" " + feature + " ")) {
          return false;
        }
      }
    }
    return flagLines.length > 0;
  }

  private static String line(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).strip();
    } catch (IOException e) {
      return "?";
    }
  }
}
