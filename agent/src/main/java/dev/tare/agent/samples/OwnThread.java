package dev.tare.agent.samples;

import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Runs an action in a thread of the profiler's own. The flight recorder starts threads that live
 * until the JVM ends. Started from an application's thread, they would inherit its class loader and
 * its thread locals, which an application server wants to release.
 */
final class OwnThread {
  private OwnThread() {}

  /**
   * Waits for the result, also where the caller is interrupted. Throws the unchecked exceptions and
   * errors of the action.
   */
  static <T> T get(String name, Supplier<T> action) {
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              ProfilerSection.begin();
              return action.get();
            });
    ProfilerThreads.daemon(name, task).start();
    boolean wasInterrupted = false;
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          wasInterrupted = true;
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
