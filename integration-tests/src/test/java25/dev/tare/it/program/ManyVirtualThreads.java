package dev.tare.it.program;

import java.lang.management.ManagementFactory;
import java.util.concurrent.Semaphore;

/**
 * 100,000 virtual threads, at most 1,000 at a time, each of which twice computes, allocates, and
 * sleeps while others use its carrier. Prints the CPU nanoseconds of the whole process.
 */
public final class ManyVirtualThreads {
  private static final int THREADS = 100_000;
  private static final int AT_A_TIME = 1_000;

  private static volatile long computed;
  private static volatile byte[] allocated;

  private ManyVirtualThreads() {}

  public static void main(String[] args) throws InterruptedException {
    Semaphore places = new Semaphore(AT_A_TIME);
    for (int i = 0; i < THREADS; i++) {
      places.acquire();
      Thread.ofVirtual()
          .name("worker-" + i)
          .start(
              () -> {
                try {
                  worker();
                } finally {
                  places.release();
                }
              });
    }
    places.acquire(AT_A_TIME);
    System.out.println(
        ((com.sun.management.OperatingSystemMXBean)
                ManagementFactory.getOperatingSystemMXBean())
            .getProcessCpuTime());
  }

  private static void worker() {
    for (int i = 0; i < 2; i++) {
      computes();
      allocates();
      sleeps();
    }
  }

  /** Some microseconds. */
  private static void computes() {
    long sum = computed;
    for (int i = 0; i < 10_000; i++) {
      sum = sum * 31 + i;
    }
    computed = sum;
  }

  /** 10,016 bytes: an array has a header of 16. */
  private static void allocates() {
    allocated = new byte[10_000];
  }

  private static void sleeps() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
