package dev.tare.it.program;

/** Calls something again and again, in a thread of its own, until somebody ends it. */
public final class CallsUntilItsEnd {
  static long sink;

  private CallsUntilItsEnd() {}

  public static void main(String[] args) {
    new Thread(CallsUntilItsEnd::callOnAndOn, "caller").start();
    System.out.println("ready");
  }

  private static void callOnAndOn() {
    while (true) {
      called();
    }
  }

  private static void called() {
    sink++;
  }
}
