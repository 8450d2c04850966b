package dev.tare.api;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The profiler in this JVM. Where there is none, every method does nothing and says so by what it
 * returns: a program or a test may call them always.
 *
 * <p>With {@code profiler.jar} on the class path to compile and to run, this class is there with
 * and without the agent. It may also be copied: it needs nothing else of ours.
 */
public final class Profiler {
  private static final @Nullable Method COMMAND = findAgent();

  private Profiler() {}

  private static @Nullable Method findAgent() {
    try {
      // Where the agent is, this is its own class, on the boot class path.
      return Class.forName(
              "dev.tare.agent.bootstrap.AgentMain", true, ClassLoader.getSystemClassLoader())
          .getMethod("command", String.class);
    } catch (ReflectiveOperationException | LinkageError e) {
      return null; // No agent, and no jar of it either.
    }
  }

  /** Whether there is an agent in this JVM. */
  public static boolean isPresent() {
    return ask("status json") != null;
  }

  /** Whether calls are being recorded now. */
  public static boolean isRecording() {
    String status = ask("status json");
    return status != null && status.contains("\"state\":\"recording\"");
  }

  /**
   * Begins to record.
   *
   * @return false where there is no agent, where it was recording already, or where it failed
   */
  public static boolean start() {
    return !isRecording() && ask("start") != null;
  }

  /**
   * Stops recording and takes the probes out. Calls in progress are recorded to their ends.
   *
   * @return false where there is no agent, where it was not recording, or where it failed
   */
  public static boolean stop() {
    return isRecording() && ask("stop") != null;
  }

  /**
   * Begins anew: later profiles show what comes from now on.
   *
   * @return false where there is no agent, or where it failed
   */
  public static boolean reset() {
    return ask("reset") != null;
  }

  /**
   * Writes a profile of everything since the start or the last reset, calls in progress too.
   *
   * @param file gzipped where its name ends in {@code .gz}
   * @return false where there is no agent
   * @throws IllegalStateException where the file cannot be written; the message says why
   */
  public static boolean dump(Path file) {
    return tell("dump " + file.toAbsolutePath()) != null;
  }

  /** What the agent answers; null where there is none, or where it failed. */
  private static @Nullable String ask(String command) {
    try {
      return tell(command);
    } catch (IllegalStateException e) {
      return null; // Another thread may have come before: what was true when it was asked is not.
    }
  }

  /** What the agent answers; null where there is none. */
  private static @Nullable String tell(String command) {
    if (COMMAND == null) {
      return null;
    }
    try {
      return (String) COMMAND.invoke(null, command);
    } catch (InvocationTargetException e) {
      Throwable cause = e.getCause();
      throw new IllegalStateException(cause == null ? null : cause.getMessage(), cause);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }
}
