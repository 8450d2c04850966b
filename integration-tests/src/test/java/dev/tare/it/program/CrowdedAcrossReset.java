package dev.tare.it.program;

import java.util.stream.IntStream;

/**
 * One call that computes, on a machine where too many other threads want to run; while it does, the
 * profile begins anew.
 */
public final class CrowdedAcrossReset {
  private static final int BEFORE_MILLIS = 300;
  private static final long NANOS = 900_000_000;

  private static volatile boolean over;

  private CrowdedAcrossReset() {}

  public static void main(String[] arguments) throws Exception {
    IntStream.range(0, 3 * Runtime.getRuntime().availableProcessors())
        .forEach(i -> start("other", CrowdedAcrossReset::spin));
    Thread worker = start("worker", CrowdedAcrossReset::compute);
    Thread.sleep(BEFORE_MILLIS);
    System.out.println(Class.forName("dev.tare.api.Profiler").getMethod("reset").invoke(null));
    worker.join();
    over = true;
  }

  private static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void spin() {
    while (!over) {
      Thread.onSpinWait();
    }
  }

  private static void compute() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < NANOS) {
      Thread.onSpinWait();
    }
  }
}
