package dev.tare.junit.sample;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Loads things, one by one or all at once. */
final class Dao {
  private Dao() {}

  static int load(int id) {
    return id;
  }

  static int loadAll(int count) {
    int sum = 0;
    for (int id = 0; id < count; id++) {
      sum += load(id);
    }
    return sum;
  }

  static void never() {}

  /** Computes until the thread has had a processor for so long. */
  static long compute(long cpuNanos) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + cpuNanos;
    long rounds = 0;
    while (threads.getCurrentThreadCpuTime() < end) {
      rounds++;
    }
    return rounds;
  }

  static byte[] allocate(int bytes) {
    return new byte[bytes];
  }
}
