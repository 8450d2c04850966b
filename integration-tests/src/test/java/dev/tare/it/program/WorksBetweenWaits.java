package dev.tare.it.program;

/** Threads, virtual ones if there is an argument, that work for a millisecond and wait for nine. */
public final class WorksBetweenWaits {
  private static final int THREADS = 4;
  private static final int ROUNDS = 150;
  private static final long WORK_NANOS = 1_000_000;
  private static final long WAIT_MILLIS = 9;

  private WorksBetweenWaits() {}

  public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      threads[i] = ShortTasks.thread(WorksBetweenWaits::rounds, args.length > 0);
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void rounds() {
    for (int i = 0; i < ROUNDS; i++) {
      works();
      waits();
    }
  }

  private static void works() {
    long end = System.nanoTime() + WORK_NANOS;
    while (System.nanoTime() < end) {
      ShortTasks.computes();
    }
  }

  private static void waits() {
    try {
      Thread.sleep(WAIT_MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
