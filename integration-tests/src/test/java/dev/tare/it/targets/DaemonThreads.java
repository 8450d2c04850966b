package dev.tare.it.targets;

import java.util.concurrent.CountDownLatch;

/** Daemon threads are still inside calls when the JVM ends: those are open. */
public final class DaemonThreads {
  private static final CountDownLatch INSIDE = new CountDownLatch(3);
  private static final CountDownLatch NEVER = new CountDownLatch(1);

  private DaemonThreads() {}

  // assertCalls(root > DaemonThreads.<clinit>, 1)
  public static void main(String[] args) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      Thread thread = new Thread(DaemonThreads::outer, "DaemonThreads/" + i);
      thread.setDaemon(true);
      thread.start();
    }
    INSIDE.await();
  }

  private static void outer() { // assertCalls(root > outer, 3, open 3)
    ended(); // assertCalls(3)
    inner(2); // assertCalls(3, open 3)
  }

  private static void inner(int left) {
    if (left > 0) {
      inner(left - 1); // assertCalls(6, open 6)
    }
    waits(); // assertCalls(3, open 3)
  }

  private static void waits() {
    INSIDE.countDown();
    try {
      NEVER.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void ended() {}
}
