package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/** A thread dies by an exception from within calls. */
public final class DyingThread {
  private DyingThread() {}

  public static void main(String[] args) throws InterruptedException {
    Thread thread = new Thread(DyingThread::lives, "DyingThread/dead");
    Throwable[] cause = new Throwable[1];
    thread.setUncaughtExceptionHandler((dead, thrown) -> cause[0] = thrown);
    // assertCalls(root > lambda$main$*, 1)
    thread.start();
    thread.join();
    Check.that(cause[0] instanceof IllegalStateException);
  }

  private static void lives() { // assertCalls(root > lives, 1, exceptions 1)
    dies(); // assertCalls(1, exceptions 1)
  }

  private static void dies() {
    throw new IllegalStateException();
  }
}
