package dev.tare.agent.control;

import java.util.concurrent.Callable;

/**
 * Does a command in a thread that the application may have interrupted. In such a thread a file is
 * closed as soon as it is used: a profile's, and that of the flight recorder's recording, whose
 * samples are lost then. Its CPU time is not the application's.
 */
public final class UninterruptedCall {
  private UninterruptedCall() {}

  /** Does it as if nobody had interrupted the thread, which is interrupted again afterwards. */
  public static <T> T of(Callable<T> command) throws Exception {
    boolean wasInterrupted = Thread.interrupted();
    CommandTime.begin();
    try {
      return command.call();
    } finally {
      CommandTime.end();
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
