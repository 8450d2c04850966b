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
import org.objectweb.asm.ClassReader;

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
    StringBuilder lines = new StringBuilder("tare-rates 9\nprofiler\t");
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
      String path = found.getKey().replace('.', '/') + ".class";
      int checksum = checksum(Files.readAllBytes(classes.resolve(path)));
      lines.append("class\t").append(Integer.toHexString(checksum)).append('\t');
      lines.append(found.getKey()).append('\n').append(found.getValue());
    }
    Files.writeString(file, lines.toString());
  }

  /** As the agent's {@code ClassOutline} has it. */
  private static int checksum(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    char[] buffer = new char[classFile.length];
    int sum = reader.getClassName().hashCode();
    int at = reader.header + 6;
    at += 2 + 2 * reader.readUnsignedShort(at); // Interfaces.
    for (boolean areMethods : new boolean[] {false, true}) {
      int members = reader.readUnsignedShort(at);
      at += 2;
      for (; members > 0; members--) {
        int named =
            31 * reader.readUTF8(at + 2, buffer).hashCode()
                + reader.readUTF8(at + 4, buffer).hashCode();
        int attributes = reader.readUnsignedShort(at + 6);
        at += 8;
        for (; attributes > 0; attributes--) {
          if (areMethods && reader.readUTF8(at, buffer).equals("Code")) {
            sum += spread(31 * named + reader.readInt(at + 10));
          }
          at += 6 + reader.readInt(at + 2);
        }
      }
    }
    return spread(sum);
  }

  private static int spread(int number) {
    int product = number * 0x9E3779B9;
    return product ^ product >>> 16;
  }
}
