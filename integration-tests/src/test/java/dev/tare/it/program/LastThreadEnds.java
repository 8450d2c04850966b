package dev.tare.it.program;

/** The main thread ends early; the JVM lives as long as the other one. */
public final class LastThreadEnds {
  private LastThreadEnds() {}

  public static void main(String[] args) {
    Thread main = Thread.currentThread();
    new Thread(() -> outlives(main), "main/last").start();
  }

  private static void outlives(Thread main) {
    // assertCalls(root > lambda$main$*, 1) assertCalls(lambda$main$* > outlives, 1)
    try {
      main.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (int i = 0; i < 1000; i++) {
      work(); // assertCalls(1000)
    }
  }

  private static void work() {}
}
