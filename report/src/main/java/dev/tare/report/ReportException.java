package dev.tare.report;

import dev.tare.profile.json.ProfileFormatException;
import dev.tare.report.text.Printable;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** A command cannot do what was asked. The message is the one line that the user sees. */
final class ReportException extends Exception {

  ReportException(String message) {
    super(message);
  }

  /** A file that cannot be read, with the reason. */
  static ReportException reading(Path file, IOException e) {
    return new ReportException(file + ": " + reason(e));
  }

  /** A file that cannot be written, with the reason. */
  static ReportException writing(Path file, IOException e) {
    return new ReportException(file + ": cannot be written: " + reason(e));
  }

  private static String reason(IOException e) {
    if (e instanceof ProfileFormatException) {
      return String.valueOf(e.getMessage());
    }
    if (e instanceof FileSystemException file) {
      String kind =
          switch (file.getClass().getSimpleName()) {
            case "NoSuchFileException" -> "no such file or directory";
            case "AccessDeniedException" -> "permission denied";
            default -> e.getClass().getSimpleName();
          };
      return file.getReason() == null ? kind : file.getReason();
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  /** Prints a failed command's one line; what nobody foresaw gets one too. */
  static int report(Exception e, CommandLine command, ParseResult parsed) {
    String line = e instanceof ReportException ? String.valueOf(e.getMessage()) : "failed: " + e;
    command.getErr().println("tare: " + Printable.text(line));
    command.getErr().flush();
    return Main.FAILED;
  }
}
