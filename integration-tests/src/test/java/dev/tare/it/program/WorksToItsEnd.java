package dev.tare.it.program;

/** Ends the JVM in the middle of a call that calls nothing woven, and says how long it took. */
public final class WorksToItsEnd {
  private static final long NANOS = 300_000_000;

  private WorksToItsEnd() {}

  public static void main(String[] args) {
    work();
  }

  private static void work() {
    long from = System.nanoTime();
    long nanos = 0;
    while (nanos < NANOS) {
      nanos = System.nanoTime() - from;
    }
    System.out.println(nanos);
    System.exit(0);
  }
}
