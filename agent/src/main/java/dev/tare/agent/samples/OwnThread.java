package dev.tare.agent.samples;

import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runs an action in a thread of the profiler's own. The flight recorder starts threads that live
 * until the JVM ends. Started from an application's thread, they would inherit its class loader and
 * its thread locals, which an application server wants to release.
 */
final class OwnThread {
  private static final long STEP_MILLIS = 50;

  /** Once the JVM ends. */
  private static final long PATIENCE_MILLIS = 5_000;

  private OwnThread() {}

  /**
   * Waits for the result, also where the caller is interrupted. Throws the unchecked exceptions and
   * errors of the action. Where the JVM can start no thread, the calling one runs it.
   *
   * @throws IllegalStateException where the JVM is ending, and there is no result within five
   *     seconds, or no thread can be started; what the flight recorder begins then may wait for
   *     ever
   */
  static <T> T get(Supplier<T> action) {
    return get(action, Thread::start);
  }

  /** The same, for tests: with what starts the thread. */
  static <T> T get(Supplier<T> action, Consumer<Thread> start) {
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              ProfilerSection.begin();
              return action.get();
            });
    try {
      start.accept(ProfilerThreads.daemon("tare-recorder", task));
    } catch (OutOfMemoryError e) {
      if (JvmShutdown.hasBegun()) {
        throw new IllegalStateException("the JVM is ending", e);
      }
      return action.get();
    }
    return result(task);
  }

  private static <T> T result(FutureTask<T> task) {
    boolean wasInterrupted = false;
    long waitedMillis = 0;
    try {
      while (true) {
        try {
          return task.get(STEP_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
          wasInterrupted = true;
        } catch (TimeoutException e) {
          waitedMillis = JvmShutdown.hasBegun() ? waitedMillis + STEP_MILLIS : 0;
          if (waitedMillis > PATIENCE_MILLIS) {
            throw new IllegalStateException("the JVM is ending", e);
          }
        }
      }
    } catch (ExecutionException e) {
      throw unchecked(e);
    } finally {
      if (wasInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static RuntimeException unchecked(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof RuntimeException thrown ? thrown : new IllegalStateException(e);
  }
}
