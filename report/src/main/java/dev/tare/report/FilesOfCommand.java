package dev.tare.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The files that a command line names: what is written must be none that is read. */
final class FilesOfCommand {
  /** The label of all arguments that are written. */
  private static final String OUTPUT = "OUT";

  private FilesOfCommand() {}

  /**
   * Refuses an output that is an input as well, as a pattern of the shell makes it the second time,
   * or another output: what was in it would be lost.
   */
  static void check(ParseResult parsed) {
    List<Path> outputs = new ArrayList<>();
    List<Path> others = new ArrayList<>();
    for (ArgSpec argument : parsed.matchedArgs()) {
      (argument.paramLabel().equals(OUTPUT) ? outputs : others).addAll(paths(argument.getValue()));
    }
    for (int i = 0; i < outputs.size(); i++) {
      refuse(parsed, outputs.get(i), others, "is read and would be overwritten");
      refuse(parsed, outputs.get(i), outputs.subList(0, i), "would be written twice");
    }
  }

  private static void refuse(ParseResult parsed, Path output, List<Path> files, String why) {
    if (files.stream().anyMatch(file -> areOne(output, file))) {
      throw new ParameterException(
          parsed.commandSpec().commandLine(), output + ": " + why + "; name another file to write");
    }
  }

  private static List<Path> paths(Object value) {
    if (value instanceof Path path) {
      return List.of(path);
    }
    List<Path> paths = new ArrayList<>();
    if (value instanceof Collection<?> several) {
      several.forEach(element -> paths.addAll(paths(element)));
    }
    return paths;
  }

  /** A device, such as {@code /dev/null}, can be both. */
  private static boolean areOne(Path output, Path other) {
    try {
      return Files.exists(output)
          ? Files.isRegularFile(output) && Files.exists(other) && Files.isSameFile(output, other)
          : output.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    } catch (IOException e) {
      return false; // To read it, or to write it, fails and says why.
    }
  }
}
