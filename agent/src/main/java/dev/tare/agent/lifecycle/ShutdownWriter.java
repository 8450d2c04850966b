package dev.tare.agent.lifecycle;

import dev.tare.agent.control.FailureReason;
import dev.tare.agent.control.Profiler;
import dev.tare.runtime.thread.ProfilerSection;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import jdk.internal.access.SharedSecrets;
import org.jspecify.annotations.Nullable;

/** Has the last profile written when the JVM ends. */
final class ShutdownWriter implements Runnable {
  /**
   * The last of the places that the JVM runs one after the other at its end. The application's own
   * shutdown hooks have ended by then, and what they called is in the profile.
   */
  private static final int LAST_PLACE = 9;

  private static final long MAX_RESERVED_BYTES = 2 << 20;
  private static final int RESERVED_SHARE = 16;

  /** Less than half a region: G1 gives larger arrays whole regions, and leaves their rest empty. */
  private static final int PIECE_BYTES = 1 << 16;

  private final Profiler profiler;
  private final Runnable sayOutOfMemory;

  /** Let go when the profile is to be written, in a heap that the application may have filled. */
  @SuppressWarnings("UnusedVariable") // Held, not read.
  private byte @Nullable [][] reserve;

  /** A writer that is not installed yet, with all that it needs in memory. */
  ShutdownWriter(Profiler profiler) {
    this.profiler = profiler;
    sayOutOfMemory = Console.prepare(noProfile() + "out of memory");
    long reserved = Math.min(MAX_RESERVED_BYTES, Runtime.getRuntime().maxMemory() / RESERVED_SHARE);
    reserve = new byte[(int) (reserved / PIECE_BYTES)][PIECE_BYTES];
  }

  void install() {
    SharedSecrets.getJavaLangAccess().registerShutdownHook(LAST_PLACE, false, this);
  }

  private String noProfile() {
    return "no profile in " + profiler.lastFile() + ": ";
  }

  /** Lets nothing out: the JVM ends with the status that it was to end with. */
  @Override
  public void run() {
    reserve = null;
    try {
      // To its end: calls of woven methods of the JDK may be open below, and return yet.
      ProfilerSection work = ProfilerSection.begin();
      try {
        write();
      } finally {
        work.end();
      }
    } catch (PrivilegedActionException e) {
      sayWhyNot(e.getException());
    } catch (OutOfMemoryError | StackOverflowError e) {
      sayOutOfMemory.run();
    } catch (Exception | Error e) {
      sayWhyNot(e);
    }
  }

  @SuppressWarnings("removal") // goes away together with the security manager, and its need
  private void write() throws PrivilegedActionException {
    Thread.interrupted(); // who called System.exit may be interrupted, and files mind
    // In the thread that called System.exit, whose callers a policy may let do next to nothing.
    AccessController.doPrivileged(
        (PrivilegedExceptionAction<@Nullable Void>)
            () -> {
              profiler.finish();
              return null;
            });
  }

  /** A class that finds no memory to be loaded in is not told from one that is missing. */
  private void sayWhyNot(Throwable e) {
    try {
      Console.say(noProfile() + FailureReason.of(e));
    } catch (OutOfMemoryError | LinkageError again) {
      sayOutOfMemory.run();
    }
  }
}
