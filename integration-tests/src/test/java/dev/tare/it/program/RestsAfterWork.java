package dev.tare.it.program;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Calls a small method for so many milliseconds of CPU time, and then rests for so many. Prints its
 * calls, {@code rests} in the middle of the rest, and for what share of the second half the
 * profiler's thread for the budget has worked.
 */
public final class RestsAfterWork {
  private static final int TURNS = 100_000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private static long value = 1;

  private RestsAfterWork() {}

  public static void main(String[] args) throws InterruptedException {
    long end = Tally.after(args[0]);
    long restMillis = Long.parseLong(args[1]);
    while (Tally.isBefore(end)) {
      works();
    }
    Thread.sleep(restMillis / 2);
    System.out.println("rests");
    long before = cpuNanosOfTheBudget();
    long from = System.nanoTime();
    Thread.sleep(restMillis / 2);
    double worked = cpuNanosOfTheBudget() - before;
    System.out.println("share: " + worked / (System.nanoTime() - from));
    Tally.print();
  }

  private static void works() {
    Tally.add("works", 1);
    for (int i = 0; i < TURNS; i++) {
      value = small(value);
    }
    Tally.add("small", TURNS);
    Tally.add("works>small", TURNS);
  }

  private static long small(long last) {
    return (last ^ (last >>> 29)) * 0xbf58476d1ce4e5b9L | 1;
  }

  private static long cpuNanosOfTheBudget() {
    for (long id : THREADS.getAllThreadIds()) {
      ThreadInfo thread = THREADS.getThreadInfo(id);
      if (thread != null && thread.getThreadName().equals("tare-budget")) {
        return THREADS.getThreadCpuTime(id);
      }
    }
    throw new IllegalStateException("there is no thread tare-budget");
  }
}
