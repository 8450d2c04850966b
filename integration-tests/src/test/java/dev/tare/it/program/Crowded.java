package dev.tare.it.program;

import java.util.stream.IntStream;

/** Calls next to nothing for a second, on a machine where too many other threads want to run. */
public final class Crowded {
  private static final long NANOS = 1_000_000_000;
  private static final int CALLS = 10_000;

  private static volatile boolean over;
  private static long sum;

  private Crowded() {}

  public static void main(String[] arguments) {
    startOthers();
    long start = System.nanoTime();
    while (System.nanoTime() - start < NANOS) {
      work();
    }
    over = true;
    System.out.println(sum > 0);
  }

  /** Three for each processor, until this program is over. */
  static void startOthers() {
    IntStream.range(0, 3 * Runtime.getRuntime().availableProcessors())
        .forEach(i -> startDaemon(Crowded::spin));
  }

  private static void startDaemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }

  private static void spin() {
    while (!over) {
      Thread.onSpinWait();
    }
  }

  private static void work() {
    for (int i = 0; i < CALLS; i++) {
      sum += step(i);
    }
  }

  private static int step(int i) {
    return i | 1;
  }
}
