package dev.tare.counters;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;

/** How tests wait for other threads. */
final class Waiting {
  private static final long PATIENCE_NANOS = Duration.ofSeconds(30).toNanos();

  private Waiting() {}

  /** Runs a task in a thread of its own, to its end. */
  static void forThread(Runnable task) throws InterruptedException, ExecutionException {
    FutureTask<?> future = new FutureTask<>(task, null);
    new Thread(future).start();
    future.get();
  }

  /** Waits until something holds; the test sees to it that it does. */
  static void until(BooleanSupplier condition) throws InterruptedException {
    long start = System.nanoTime();
    while (!condition.getAsBoolean() && System.nanoTime() - start < PATIENCE_NANOS) {
      Thread.sleep(1);
    }
  }
}
