package dev.tare.it.program;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Calls three small methods that take one, two and four sevenths of its time, for as many seconds
 * of CPU time as its argument says.
 */
public final class SharesInside {
  private static final int TURNS = 20;
  private static final int ROUNDS = 1_000;

  private SharesInside() {}

  public static void main(String[] args) {
    long nanos = Long.parseLong(args[0]) * 1_000_000_000;
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    while (threads.getCurrentThreadCpuTime() < nanos) {
      rounds();
    }
    System.out.println(Work.sum);
  }

  private static void rounds() {
    for (int i = 0; i < ROUNDS; i++) {
      one();
      two();
      four();
    }
  }

  private static void one() {
    Work.take(TURNS);
  }

  private static void two() {
    Work.take(2 * TURNS);
  }

  private static void four() {
    Work.take(4 * TURNS);
  }

  /** Not instrumented. */
  static final class Work {
    static long sum;

    private Work() {}

    static void take(int turns) {
      for (int i = 0; i < turns; i++) {
        sum += Integer.toString(i).hashCode();
      }
    }
  }
}
