package dev.tare.it.program;

/**
 * A shutdown hook of the application that calls woven methods, while the profiler may be writing
 * already.
 */
public final class CallsInAShutdownHook {
  private CallsInAShutdownHook() {}

  public static void main(String[] args) {
    Runtime.getRuntime().addShutdownHook(new Thread(CallsInAShutdownHook::hook, "hook"));
    for (int i = 0; i < 1000; i++) {
      work(); // assertCalls(1000)
    }
  }

  private static void hook() {
    for (int i = 0; i < 1_000_000; i++) {
      work();
    }
    System.out.println("the hook ended");
  }

  private static void work() {}
}
