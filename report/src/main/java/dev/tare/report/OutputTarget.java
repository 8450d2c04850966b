package dev.tare.report;

import dev.tare.profile.AtomicFile;
import dev.tare.report.export.SizeLimit;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/** Where a command writes to: a file, or standard output. */
final class OutputTarget {
  /** What messages call it. */
  static final Path STANDARD_OUTPUT = Path.of("standard output");

  private OutputTarget() {}

  /** Writes a file, whole or not at all. */
  static void write(Path file, AtomicFile.Content content) throws ReportException {
    try {
      AtomicFile.write(file, content);
    } catch (IOException e) {
      throw ReportException.writing(file, e);
    }
  }

  /**
   * Writes a file, whole or not at all.
   *
   * @param exceeded what to say where it is larger than it may be
   */
  static void write(Path file, AtomicFile.Content content, String exceeded) throws ReportException {
    try {
      AtomicFile.write(file, content);
    } catch (SizeLimit.ExceededException e) {
      throw new ReportException(file + ": " + exceeded);
    } catch (IOException e) {
      throw ReportException.writing(file, e);
    }
  }

  /** Writes to nowhere, to see whether it is larger than it may be. */
  static void tryOut(AtomicFile.Content content, String exceeded) throws ReportException {
    try {
      content.writeTo(OutputStream.nullOutputStream());
    } catch (SizeLimit.ExceededException e) {
      throw new ReportException(STANDARD_OUTPUT + ": " + exceeded);
    } catch (IOException e) {
      throw ReportException.writing(STANDARD_OUTPUT, e);
    }
  }

  /** Writes to standard output, which is left open; {@link Main#run} asks it whether it failed. */
  static void writeToStandardOutput(AtomicFile.Content content) throws ReportException {
    try {
      content.writeTo(System.out);
      System.out.flush();
    } catch (IOException e) {
      throw ReportException.writing(STANDARD_OUTPUT, e);
    }
  }
}
