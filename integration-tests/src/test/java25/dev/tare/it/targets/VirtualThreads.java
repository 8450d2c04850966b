package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Virtual threads that block inside calls, and go on on whichever carrier is free. */
public final class VirtualThreads {
  private static final AtomicInteger DONE = new AtomicInteger();

  private VirtualThreads() {}

  // assertCalls(root > VirtualThreads.<clinit>, 1)
  public static void main(String[] args) throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      threads.add(Thread.ofVirtual().name("VirtualThreads/" + i).start(VirtualThreads::outer));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Check.equal(1000, DONE.get());
  }

  private static void outer() { // assertCalls(root > outer, 1000)
    for (int i = 0; i < 5; i++) {
      blocks(i); // assertCalls(5000)
    }
    DONE.incrementAndGet();
  }

  private static void blocks(int i) {
    work(); // assertCalls(5000)
    if (i % 2 == 0) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(10_000);
    }
    blocksAgain(); // assertCalls(5000)
  }

  private static void blocksAgain() {
    LockSupport.parkNanos(1_000);
    work(); // assertCalls(5000)
  }

  private static void work() {}
}
