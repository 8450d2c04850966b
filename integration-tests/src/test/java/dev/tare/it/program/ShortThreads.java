package dev.tare.it.program;

import java.lang.management.ManagementFactory;

/**
 * So many threads one after the other as the first argument says, each of so many milliseconds of
 * CPU time as the second does; prints in the end how many nanoseconds the kernel has counted for
 * all.
 */
public final class ShortThreads {
  private static volatile double sink;

  private ShortThreads() {}

  public static void main(String[] args) throws InterruptedException {
    long eachNanos = 1_000_000 * Long.parseLong(args[1]);
    ShortLives.run(Integer.parseInt(args[0]), () -> computes(eachNanos));
    System.err.println("the last root: " + sink);
  }

  private static long computes(long eachNanos) {
    long used = 0;
    while (used < eachNanos) {
      for (int i = 0; i < 1_000; i++) {
        sink = Math.sqrt(i);
      }
      used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
    return used;
  }
}
