package dev.tare.it.program;

/**
 * Many threads one after the other, each of which works, sleeps and ends; prints in the end how
 * many nanoseconds passed in all.
 */
public final class ShortWaits {
  private static final int MANY = 60;
  private static final long WORK_NANOS = 8_000_000;
  private static final int SLEEP_MILLIS = 30;

  private static volatile double sink;

  private ShortWaits() {}

  public static void main(String[] args) throws InterruptedException {
    ShortLives.run(MANY, ShortWaits::worksAndSleeps);
    System.err.println("the last root: " + sink);
  }

  private static long worksAndSleeps() {
    long start = System.nanoTime();
    works(start + WORK_NANOS);
    sleeps();
    return System.nanoTime() - start;
  }

  private static void works(long end) {
    while (System.nanoTime() - end < 0) {
      sink = Math.sqrt(1 + sink);
    }
  }

  private static void sleeps() {
    try {
      Thread.sleep(SLEEP_MILLIS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
