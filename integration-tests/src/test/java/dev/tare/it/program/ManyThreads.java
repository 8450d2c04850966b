package dev.tare.it.program;

import java.util.concurrent.CountDownLatch;

/** As many threads as its argument says, all alive at once, each in calls of its own. */
public final class ManyThreads {
  private static final long STACK_BYTES = 256 << 10;

  private ManyThreads() {}

  public static void main(String[] args) throws InterruptedException {
    int count = Integer.parseInt(args[0]);
    CountDownLatch allAreHere = new CountDownLatch(count);
    Thread[] threads = new Thread[count];
    for (int i = 0; i < count; i++) {
      threads[i] = new Thread(null, () -> run(allAreHere), "many-" + i, STACK_BYTES);
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void run(CountDownLatch allAreHere) {
    work();
    allAreHere.countDown();
    try {
      allAreHere.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    work();
  }

  private static void work() {}
}
