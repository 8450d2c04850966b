package dev.tare.it.program;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;

/**
 * Threads that use their processor in different ways, each for a given CPU time, and at its end
 * prints its name and the CPU nanoseconds that the kernel has counted for it.
 */
public final class UsesProcessors {
  private static final long MILLI = 1_000_000;
  private static final int MANY = 40;

  private static volatile double sink;

  private UsesProcessors() {}

  public static void main(String[] args) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    threads.add(new Thread(() -> told(() -> computes(700 * MILLI)), "computes"));
    threads.add(new Thread(() -> told(() -> sleepsMostly(200 * MILLI)), "sleeps"));
    threads.add(new Thread(() -> told(() -> isInNativeCode(700 * MILLI)), "native"));
    for (int i = 0; i < MANY; i++) {
      threads.add(new Thread(() -> told(() -> computes(50 * MILLI)), "many-" + i));
    }
    for (Thread thread : threads) {
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.err.println("a sum of roots: " + sink);
  }

  private static void told(Runnable work) {
    work.run();
    System.out.println(Thread.currentThread().getName() + " " + cpuNanos());
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /**
   * Looks at its clock once in some milliseconds: the kernel, asked for a thread's clock, sees
   * whether the thread's turn is over. Threads that ask often lose their processors there.
   */
  static void computes(long nanos) {
    while (cpuNanos() < nanos) {
      for (int i = 0; i < 200; i++) {
        mostOfIt();
        aLittle();
      }
    }
  }

  static void mostOfIt() {
    sink = roots(9_000);
  }

  static void aLittle() {
    sink = roots(1_000);
  }

  private static double roots(int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += Math.sqrt(i);
    }
    return sum;
  }

  private static void sleepsMostly(long nanos) {
    while (cpuNanos() < nanos) {
      mostOfIt();
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** A few long calls into a native method. */
  private static void isInNativeCode(long nanos) {
    byte[] in = new byte[1 << 22];
    new Random(1).nextBytes(in);
    byte[] out = new byte[1 << 23];
    while (cpuNanos() < nanos) {
      Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
      deflater.setInput(in);
      deflater.finish();
      deflater.deflate(out);
      deflater.end();
    }
  }
}
