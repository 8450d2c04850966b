package dev.tare.api;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The profiler in this JVM. Where there is none, every method does nothing and says so by what it
 * returns: a program or a test may call them always.
 *
 * <p>The artifact {@code tare-api} has this package; {@code profiler.jar} has it, too. It needs
 * nothing else of ours.
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
    return ask("recording") != null;
  }

  /** Whether calls are being recorded now. */
  public static boolean isRecording() {
    return "true".equals(ask("recording"));
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

  /**
   * Runs code, and says what it did: in this thread, and in all threads that it makes, and those
   * make. What other threads do for it is not seen: those made before, those of the fork-join pool
   * that runs the block, of {@link java.util.concurrent.ForkJoinPool#commonPool} and others that
   * inherit no thread-locals. Blocks may stand in one another, and run beside each other in several
   * threads.
   *
   * <p>Calls are exact unless a budget takes probes out; see {@link #recorded}. Values are those of
   * one run. A thread that has not ended by the block's end is in it with what it had done.
   *
   * @param block what is run, with or without an agent
   * @param <E> what it throws
   * @return what it did; {@linkplain Measurement#isKnown unknown} where there is no agent, or where
   *     it does not record all the time
   * @throws E what the block throws; then nothing is known of what it did
   */
  public static <E extends Throwable> Measurement measure(Block<E> block) throws E {
    String id = ask("measure");
    if (id == null) {
      block.run();
      return Measurement.unknown();
    }
    boolean isDone = false;
    try {
      block.run();
      isDone = true;
    } finally {
      if (!isDone) {
        ask("measured " + id);
      }
    }
    String answer = ask("measured " + id);
    return answer == null ? Measurement.unknown() : Measurement.of(answer);
  }

  /**
   * What is recorded of methods, in classes that are loaded by now.
   *
   * @param methods as in {@link Measurement#calls}
   */
  public static Recorded recorded(String methods) {
    String answer = ask("recorded " + methods);
    return answer == null ? Recorded.NOTHING : Recorded.valueOf(answer);
  }

  /**
   * The metric's name, {@code time} for example.
   *
   * @return empty where there is no agent
   */
  public static String metric() {
    String answer = ask("metric");
    return answer == null ? "" : answer;
  }

  /**
   * The mode: {@code full}, {@code sampled}, or {@code none}. Values of a {@linkplain #measure
   * block} are of use with {@code full} alone: in sampled mode a reading in the block has what
   * passed before it, too, and there may be none.
   *
   * @return empty where there is no agent
   */
  public static String mode() {
    String answer = ask("mode");
    return answer == null ? "" : answer;
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
