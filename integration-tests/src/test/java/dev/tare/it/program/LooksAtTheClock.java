package dev.tare.it.program;

import java.util.concurrent.locks.LockSupport;

/** Works for a while by one clock, and prints how far the other one moved back meanwhile. */
public final class LooksAtTheClock {
  private static final long WORK_NANOS = 200_000_000;
  private static final int LOOKS = 10;

  private LooksAtTheClock() {}

  public static void main(String[] args) {
    long backMillis = 0;
    for (int i = 0; i < LOOKS; i++) {
      long before = System.currentTimeMillis();
      work();
      backMillis = Math.max(backMillis, before - System.currentTimeMillis());
    }
    System.out.println(backMillis);
  }

  private static void work() {
    long end = System.nanoTime() + WORK_NANOS / LOOKS;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(1_000_000);
    }
  }
}
