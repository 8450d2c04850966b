package dev.tare.it.program;

/**
 * A virtual thread that computes, on a machine where too many other threads want to run; prints for
 * how many nanoseconds. It gives its carrier away now and then, or, with an argument, computes in
 * one call, during which the profile begins anew.
 */
public final class CrowdedVirtualThread {
  private static final int ROUNDS = 10;
  private static final long NANOS = 1_000_000_000;
  private static final int BEFORE_MILLIS = 300;

  private static volatile long nanos;

  private CrowdedVirtualThread() {}

  public static void main(String[] arguments) throws Exception {
    boolean resets = arguments.length > 0;
    Crowded.startOthers();
    Thread worker = Thread.ofVirtual().name("worker").start(() -> worker(resets ? 1 : ROUNDS));
    if (resets) {
      Thread.sleep(BEFORE_MILLIS);
      Class.forName("dev.tare.api.Profiler").getMethod("reset").invoke(null);
    }
    worker.join();
    System.out.println(nanos);
  }

  private static void worker(int rounds) {
    long start = System.nanoTime();
    for (int i = 0; i < rounds; i++) {
      computes(System.nanoTime() + NANOS / rounds);
      Thread.yield();
    }
    nanos = System.nanoTime() - start;
  }

  private static void computes(long end) {
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }
}
