package dev.tare.bench.work;

import java.util.concurrent.locks.LockSupport;

/**
 * Many threads that are idle for nearly all the time: {@code IdleThreads THREADS SECONDS}. Prints
 * the CPU nanoseconds that the whole process used from when all threads had begun.
 */
public final class IdleThreads {
  /** Key: CPU nanoseconds of the process in one second. */
  public static final String CPU = "cpu_ns_per_s";

  private static final long PAUSE_NANOS = 1_000_000_000;

  private static volatile double sink;

  private IdleThreads() {}

  public static void main(String[] args) throws InterruptedException {
    int seconds = Integer.parseInt(args[1]);
    for (int i = Integer.parseInt(args[0]); i > 0; i--) {
      Thread thread = new Thread(IdleThreads::idle, "idle-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    Thread.sleep(2_000);
    long before = cpuNanos();
    Thread.sleep(seconds * 1_000L);
    System.out.println(WorkMain.PREFIX + CPU + " " + (cpuNanos() - before) / seconds);
  }

  private static long cpuNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toNanos();
  }

  private static void idle() {
    while (true) {
      LockSupport.parkNanos(PAUSE_NANOS);
      sink = Math.sqrt(sink + 1);
    }
  }
}
