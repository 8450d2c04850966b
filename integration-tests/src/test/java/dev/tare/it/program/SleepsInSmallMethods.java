package dev.tare.it.program;

/** A thread sleeps in methods that are too small to be timed, and prints for how long it ran. */
public final class SleepsInSmallMethods {
  private static final long MILLIS = 300;

  private static volatile long ranNanos;

  private SleepsInSmallMethods() {}

  public static void main(String[] args) throws InterruptedException {
    Thread thread = new Thread(SleepsInSmallMethods::sleeps, "sleeper");
    thread.start();
    thread.join();
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
