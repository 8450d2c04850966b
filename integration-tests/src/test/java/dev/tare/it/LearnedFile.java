package dev.tare.it;

import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ProfilerInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.zip.CRC32;

/** A file of {@code budgetlearn}, as if an earlier run had met each method at a given rate. */
final class LearnedFile {
  /** Calls of a method in a nanosecond of CPU time: too many for any probe. */
  static final double MERGED = 10;

  /** A dozen methods with so many cost too much if they are counted, and flat they do not. */
  static final double FLAT = 1.5e-4;

  /** So few that readings cost next to nothing. */
  static final double TIMED = 1e-12;

  private LearnedFile() {}

  /**
   * Writes one.
   *
   * @param profile of a run in which all methods have probes
   * @param program the main class
   * @param classes the root folder of the class files
   * @param rate a method's calls in a nanosecond of CPU time
   */
  static void write(
      Path file, Profile profile, String program, Path classes, ToDoubleFunction<MethodInfo> rate)
      throws IOException {
    StringBuilder lines = new StringBuilder("tare-rates 8\nprofiler\t");
    lines.append(ProfilerInfo.current().version()).append("\nmain\t").append(program).append('\n');
    lines.append("price\tsampled\t60\n");
    Map<String, StringBuilder> byClass = new HashMap<>();
    for (MethodInfo method : profile.methods()) {
      byClass
          .computeIfAbsent(method.className(), name -> new StringBuilder())
          .append("method\t" + rate.applyAsDouble(method))
          .append("\t0\t0\t--t\t" + method.name() + method.descriptor() + '\n');
    }
    for (Map.Entry<String, StringBuilder> found : byClass.entrySet()) {
      CRC32 crc = new CRC32();
      crc.update(Files.readAllBytes(classes.resolve(found.getKey().replace('.', '/') + ".class")));
      lines.append("class\t").append(Long.toHexString(crc.getValue())).append('\t');
      lines.append(found.getKey()).append('\n').append(found.getValue());
    }
    Files.writeString(file, lines.toString());
  }
}
