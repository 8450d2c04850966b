package dev.tare.report.export;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.Uncertainty;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/** What is exported, and the sums that it must have. */
final class Exported {
  private Exported() {}

  static String text(Profile profile, Format format) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    format.write(profile, () -> Uncertainty.of(profile), false, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  static Path file(Profile profile, Format format, Path folder) throws IOException {
    Path file = folder.resolve("exported." + format);
    try (var out = Files.newOutputStream(file)) {
      format.write(profile, () -> Uncertainty.of(profile), false, out);
    }
    return file;
  }

  static MethodTotals totals(Profile profile) {
    return MethodTotals.of(profile.threads(), profile.methods().size());
  }

  /** A value of each method that was called, by the method's name. */
  static Map<String, Long> byName(Profile profile, IntToLongFunction value) {
    MethodNames names = new MethodNames(profile.methods());
    Map<String, Long> result = new TreeMap<>();
    for (int method : totals(profile).bySelf()) {
      result.put(names.of(method), value.applyAsLong(method));
    }
    return result;
  }

  /**
   * Each method's self with what a node has below 0 left out, for formats without negative values.
   */
  static Map<String, Long> positiveSelfByName(Profile profile) {
    long[] sums = new long[profile.methods().size()];
    for (ThreadProfile thread : profile.threads()) {
      for (int node = 1; node < thread.tree().size(); node++) {
        sums[thread.tree().method(node)] += Math.max(0, thread.tree().self(node));
      }
    }
    Map<String, Long> result = byName(profile, method -> sums[method]);
    result.values().removeAll(List.of(0L));
    return result;
  }

  /** What a program prints on standard output, each line on its own. */
  static List<String> printedBy(Path folder, String... command)
      throws IOException, InterruptedException {
    Path printed = folder.resolve("printed");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(printed.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException(command[0] + " ended with status " + status);
    }
    return Files.readAllLines(printed);
  }
}
