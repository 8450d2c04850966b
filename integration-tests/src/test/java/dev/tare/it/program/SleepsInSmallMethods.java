package dev.tare.it.program;

/**
 * Sleeps in methods that are too small to be timed, in a thread or, with an argument, in main, and
 * prints for how long.
 */
public final class SleepsInSmallMethods {
  private static final long MILLIS = 300;

  private static volatile long ranNanos;

  private SleepsInSmallMethods() {}

  public static void main(String[] args) throws InterruptedException {
    if (args.length > 0) {
      sleeps();
    } else {
      Thread thread = new Thread(SleepsInSmallMethods::sleeps, "sleeper");
      thread.start();
      thread.join();
    }
    System.out.println(ranNanos);
  }

  private static void sleeps() {
    long begin = System.nanoTime();
    rests();
    ranNanos = System.nanoTime() - begin;
  }

  private static void rests() {
    try {
      Thread.sleep(MILLIS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
