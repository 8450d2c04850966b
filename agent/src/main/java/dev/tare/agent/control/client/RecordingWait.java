package dev.tare.agent.control.client;

import java.io.Console;
import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The time that a recording takes, on a terminal with a line that says how much of it is over. */
final class RecordingWait {
  private static final long STEP_MILLIS = 200;

  private final JvmProcess process;
  private final long durationNanos;
  private final PrintWriter err;
  private final CountDownLatch ended = new CountDownLatch(1);

  RecordingWait(JvmProcess process, long durationNanos, PrintWriter err) {
    this.process = process;
    this.durationNanos = durationNanos;
    this.err = err;
  }

  /** Ends it now. */
  void end() {
    ended.countDown();
  }

  /** Waits until it is over, somebody ends it, or the process is gone. */
  void await() throws CommandException {
    boolean isShown = isTerminal();
    long startNanos = System.nanoTime();
    long shown = -1;
    try {
      long leftNanos = durationNanos;
      while (leftNanos > 0 && process.isAlive()) {
        long stepNanos = Math.min(leftNanos, TimeUnit.MILLISECONDS.toNanos(STEP_MILLIS));
        if (ended.await(stepNanos, TimeUnit.NANOSECONDS)) {
          break;
        }
        long passedNanos = System.nanoTime() - startNanos;
        leftNanos = durationNanos - passedNanos;
        long seconds = TimeUnit.NANOSECONDS.toSeconds(passedNanos);
        if (isShown && seconds != shown) {
          shown = seconds;
          err.printf(
              "\rrecording %d s of %d s, Ctrl-C ends it",
              seconds, TimeUnit.NANOSECONDS.toSeconds(durationNanos));
          err.flush();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted");
    } finally {
      if (shown >= 0) {
        err.print("\r\033[K");
        err.flush();
      }
    }
  }

  /** Before JDK 22 there is no console where there is no terminal. */
  @SuppressWarnings("SystemConsoleNull") // isTerminal is asked where it is there.
  private static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }
}
