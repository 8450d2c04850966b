package dev.tare.it.emulated;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What {@code CountedKernels} printed alone: lines of a name and its values. */
final class Answer {
  private Answer() {}

  static String value(Path out, String file, String name) throws IOException {
    Path path = out.resolve(file);
    return Files.readAllLines(path).stream()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.substring(name.length() + 1))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " in " + path));
  }

  static long[] longs(Path out, String file, String name) throws IOException {
    return Stream.of(value(out, file, name).split(" ", -1)).mapToLong(Long::parseLong).toArray();
  }
}
