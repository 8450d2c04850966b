package dev.tare.agent.lifecycle;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The profiler's own voice: lines on the process's standard error, whatever {@code System.err}
 * became.
 */
public final class Console {
  private static final String PREFIX = "[tare] ";

  /** Values of options and names of files are shown, and may have been written by anybody. */
  private static final int MAX_CHARACTERS = 2_000;

  private static final PrintStream ERROR =
      new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);

  /** What is said while a command waits for it; null while none does. */
  private static @Nullable List<String> heard;

  private Console() {}

  /** Says one line: control characters, which could make it two, are shown as question marks. */
  public static void say(String line) {
    String shown = onOneLine(line);
    ERROR.println(PREFIX + shown);
    hear(shown);
  }

  private static synchronized void hear(String line) {
    if (heard != null) {
      heard.add(line);
    }
  }

  /** Begins to keep what is said: who sent a command may not see the JVM's standard error. */
  public static synchronized void listen() {
    heard = new ArrayList<>();
  }

  /** The lines that were said since {@link #listen}; ends it. */
  public static synchronized List<String> heard() {
    List<String> lines = heard == null ? List.of() : heard;
    heard = null;
    return lines;
  }

  static String onOneLine(String text) {
    StringBuilder line = new StringBuilder();
    int end = Math.min(text.length(), MAX_CHARACTERS);
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      line.append(Character.isISOControl(c) || c == '\u2028' || c == '\u2029' ? '?' : c);
    }
    return text.length() > end ? line.append("...").toString() : line.toString();
  }

  /**
   * Gets a line ready, to be said when there is no memory or stack left to make one.
   *
   * @return what says it
   */
  static Runnable prepare(String line) {
    byte[] bytes =
        (PREFIX + onOneLine(line) + System.lineSeparator()).getBytes(StandardCharsets.UTF_8);
    return new Runnable() {
      @Override
      public void run() {
        ERROR.write(bytes, 0, bytes.length);
        ERROR.flush();
      }
    };
  }
}
