package dev.tare.it.program;

/** A shutdown hook of the application calls woven methods: they are in the profile. */
public final class CallsInAShutdownHook {
  private CallsInAShutdownHook() {}

  public static void main(String[] args) {
    Runtime.getRuntime().addShutdownHook(new Thread(CallsInAShutdownHook::hook, "main/hook"));
    for (int i = 0; i < 1000; i++) {
      work(); // assertCalls(1000)
    }
  }

  private static void hook() { // assertCalls(root > hook, 1)
    for (int i = 0; i < 1_000_000; i++) {
      work(); // assertCalls(1_000_000)
    }
    System.out.println("the hook ended");
  }

  private static void work() {}
}
