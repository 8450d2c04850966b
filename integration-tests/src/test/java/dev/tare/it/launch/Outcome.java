package dev.tare.it.launch;

import java.util.List;

/**
 * What a JVM left behind.
 *
 * @param command how it was started
 * @param exitStatus its exit status
 * @param stdout all of its standard output
 * @param stderr all of its standard error
 */
public record Outcome(String command, int exitStatus, String stdout, String stderr) {
  private static final String PREFIX = "[tare]";

  /** The lines on standard error that the profiler wrote. */
  public List<String> profilerLines() {
    return stderr.lines().filter(line -> line.startsWith(PREFIX)).toList();
  }

  /** The lines on standard error that the profiler did not write. */
  public List<String> otherErrorLines() {
    return stderr.lines().filter(line -> !line.startsWith(PREFIX)).toList();
  }

  /**
   * This outcome, if the exit status is 0.
   *
   * @throws AssertionError otherwise
   */
  public Outcome succeeded() {
    if (exitStatus != 0) {
      throw new AssertionError("exit status " + exitStatus + "\n" + this);
    }
    return this;
  }

  @Override
  public String toString() {
    return command
        + "\nexit status: "
        + exitStatus
        + "\nstdout:\n"
        + end(stdout)
        + "\nstderr:\n"
        + end(stderr);
  }

  private static String end(String text) {
    int most = 8_000;
    return text.length() <= most ? text : "[...]" + text.substring(text.length() - most);
  }
}
