package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/**
 * The stack overflows, wherever it happens to, and the same thread goes on: its tree is right
 * afterwards.
 */
public final class StackOverflow {
  private static final long SMALL_STACK_BYTES = 512 << 10;

  private StackOverflow() {}

  public static void main(String[] args) throws InterruptedException {
    Thread thread =
        new Thread(null, StackOverflow::overflows, "StackOverflow/small", SMALL_STACK_BYTES);
    thread.start();
    thread.join();
  }

  private static void overflows() { // assertCalls(root > overflows, 1)
    for (int i = 0; i < 3; i++) {
      straightDown(); // assertCalls(3)
      afterwards(i); // assertCalls(6)
      withCallsOnTheWayUp(); // assertCalls(3)
      afterwards(i);
      holdingAMonitor(); // assertCalls(3)
    }
  }

  private static void straightDown() {
    try {
      dive(0); // assertCalls(3, exceptions 3)
    } catch (StackOverflowError e) {
      afterwards(1); // assertCalls(3)
    }
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static int dive(int n) {
    return 1 + dive(n + 1); // assertCalls(some)
  }

  private static void withCallsOnTheWayUp() {
    try {
      diveAndCleanUp(0); // assertCalls(3, exceptions 3)
    } catch (StackOverflowError e) {
      afterwards(2); // assertCalls(3)
    }
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static void diveAndCleanUp(int n) {
    try {
      diveAndCleanUp(n + 1); // assertCalls(some)
    } finally {
      cleanUp(); // assertCalls(some)
    }
  }

  private static void cleanUp() {}

  /** The handler of a {@code synchronized} block covers itself. */
  private static void holdingAMonitor() {
    try {
      diveHolding(0); // assertCalls(3, exceptions 3)
    } catch (StackOverflowError e) {
      afterwards(3); // assertCalls(3)
    }
    Check.equal(0, Thread.holdsLock(StackOverflow.class) ? 1 : 0);
  }

  @SuppressWarnings("InfiniteRecursion") // on purpose
  private static void diveHolding(int n) {
    synchronized (StackOverflow.class) {
      diveHolding(n + 1); // assertCalls(some)
    }
  }

  private static void afterwards(int n) {
    Check.equal(n + 2, twice(n, 2)); // assertCalls(15)
  }

  private static int twice(int n, int left) {
    return left == 0 ? n : 1 + twice(n, left - 1); // assertCalls(30)
  }
}
