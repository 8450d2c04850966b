package dev.tare.report;

import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import picocli.CommandLine.Parameters;

/** The profile that a command is about. */
final class ProfileArgument {
  @Parameters(paramLabel = "FILE", description = "The profile; gzipped or not.")
  private Path file = Path.of("");

  Profile read(PrintWriter err) throws ReportException {
    try (Progress progress = Progress.of(List.of(file), err)) {
      return read(file, progress);
    }
  }

  /**
   * Reads sums alone where these are enough: they are of all threads.
   *
   * @param needsNodes whether a profile needs its nodes; told by its sums
   */
  Profile readSums(PrintWriter err, Predicate<Profile> needsNodes) throws ReportException {
    try (Progress progress = Progress.of(List.of(file), err)) {
      return ProfileReader.readSums(file, progress::count, needsNodes);
    } catch (IOException e) {
      throw ReportException.reading(file, e);
    }
  }

  static Profile read(Path file, Progress progress) throws ReportException {
    try {
      return ProfileReader.read(file, progress::count);
    } catch (IOException e) {
      throw ReportException.reading(file, e);
    }
  }
}
