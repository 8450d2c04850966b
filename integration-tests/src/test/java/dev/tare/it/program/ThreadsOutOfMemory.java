package dev.tare.it.program;

import dev.tare.it.runner.Hog;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Threads that begin while the heap is full to the last byte, and work for a while, again and
 * again.
 */
public final class ThreadsOutOfMemory {
  private static final int ROUNDS = 2;
  private static final int THREADS = 5;
  private static final AtomicInteger SUM = new AtomicInteger();

  private ThreadsOutOfMemory() {}

  public static void main(String[] args) throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      Thread[] threads = new Thread[THREADS];
      for (int i = 0; i < THREADS; i++) {
        threads[i] = new Thread(ThreadsOutOfMemory::work, "short of memory");
      }
      Hog.fillTheHeap();
      for (Thread thread : threads) {
        start(thread);
      }
      for (Thread thread : threads) {
        thread.join();
      }
      Hog.letGo();
    }
    System.out.println("done");
  }

  private static void start(Thread thread) {
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      Hog.letGo();
    }
  }

  private static void work() {
    for (int i = 0; i < 1_000; i++) {
      SUM.addAndGet(step(i));
    }
  }

  private static int step(int start) {
    int mixed = start;
    for (int i = 0; i < 1_000; i++) {
      mixed = 31 * mixed ^ i;
    }
    return mixed;
  }
}
