package dev.tare.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * The profiler's own voice: lines on the process's standard error, whatever {@code System.err}
 * became.
 */
public final class Console {
  private static final String PREFIX = "[tare] ";

  private static final PrintStream ERROR =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

  private Console() {}

  /** Says one line. */
  public static void say(String line) {
    ERROR.println(PREFIX + line);
  }
}
