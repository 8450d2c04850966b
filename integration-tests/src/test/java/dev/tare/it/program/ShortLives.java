package dev.tare.it.program;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Many threads one after the other, each of which works for a few milliseconds and ends. */
final class ShortLives {
  private ShortLives() {}

  /**
   * Runs them, and prints the sum.
   *
   * @param each what each thread does, and how many nanoseconds it counts for that
   */
  static void run(int threads, LongSupplier each) throws InterruptedException {
    AtomicLong all = new AtomicLong();
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(() -> all.addAndGet(each.getAsLong()), "short-" + i);
      thread.start();
      thread.join();
    }
    System.out.println("all " + all);
  }
}
