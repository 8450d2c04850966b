package dev.tare.it.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Programs of the operating system that a test needs. */
public final class Tool {
  private Tool() {}

  /**
   * Runs one to its end.
   *
   * @return its output, both streams
   * @throws IOException where it cannot be started or ends with another status than 0
   */
  public static String run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException(List.of(command) + ": " + output.strip());
      }
      return output;
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
