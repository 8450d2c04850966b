package dev.tare.it.program;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Semaphore;

/**
 * Virtual threads, some at a time, which call a small method all the time and give their carriers
 * away in between. Begins new ones for as many milliseconds of the process's CPU time as its
 * argument says, and prints its calls.
 */
public final class VirtualSmallCalls {
  private static final int AT_A_TIME = 50;
  private static final int ROUNDS = 5;
  private static final int TURNS = 100_000;

  private static volatile long value = 1;

  private VirtualSmallCalls() {}

  public static void main(String[] args) throws InterruptedException {
    OperatingSystemMXBean system =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long end = system.getProcessCpuTime() + 1_000_000 * Long.parseLong(args[0]);
    Semaphore places = new Semaphore(AT_A_TIME);
    while (system.getProcessCpuTime() < end) {
      places.acquire();
      Thread.ofVirtual()
          .name("worker")
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
    Tally.print();
  }

  private static void worker() {
    Tally.add("worker", 1);
    for (int i = 0; i < ROUNDS; i++) {
      works();
      Thread.yield();
    }
    Tally.add("worker>works", ROUNDS);
  }

  private static void works() {
    Tally.add("works", 1);
    long last = value;
    for (int i = 0; i < TURNS; i++) {
      last = small(last);
    }
    value = last;
    Tally.add("small", TURNS);
    Tally.add("works>small", TURNS);
  }

  private static long small(long last) {
    return (last ^ (last >>> 29)) * 0xbf58476d1ce4e5b9L | 1;
  }
}
