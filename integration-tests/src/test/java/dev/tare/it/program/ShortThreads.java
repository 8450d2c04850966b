package dev.tare.it.program;

import java.lang.management.ManagementFactory;

/**
 * Many threads one after the other, or as many as the argument says, each of a few milliseconds of
 * CPU time; prints in the end how many nanoseconds the kernel has counted for all.
 */
public final class ShortThreads {
  private static final int MANY = 80;
  private static final long EACH_NANOS = 8_000_000;

  private static volatile double sink;

  private ShortThreads() {}

  public static void main(String[] args) throws InterruptedException {
    ShortLives.run(args.length == 0 ? MANY : Integer.parseInt(args[0]), ShortThreads::computes);
    System.err.println("the last root: " + sink);
  }

  private static long computes() {
    long used = 0;
    while (used < EACH_NANOS) {
      for (int i = 0; i < 1_000; i++) {
        sink = Math.sqrt(i);
      }
      used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
    return used;
  }
}
