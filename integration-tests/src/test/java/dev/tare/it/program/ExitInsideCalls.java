package dev.tare.it.program;

/** Ends the JVM from inside nested calls, while another thread is in the middle of its own. */
public final class ExitInsideCalls {
  private ExitInsideCalls() {}

  public static void main(String[] args) {
    // assertCalls(root > main, 1, open 1)
    for (int i = 0; i < 100; i++) {
      work(); // assertCalls(100)
    }
    outer(); // assertCalls(1, open 1)
  }

  private static void outer() {
    work(); // assertCalls(1)
    inner(); // assertCalls(1, open 1)
  }

  private static void inner() {
    System.exit(7);
  }

  private static void work() {}
}
