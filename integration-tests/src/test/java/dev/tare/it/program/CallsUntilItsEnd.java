package dev.tare.it.program;

/** Calls something again and again, in a thread of its own, until somebody ends it. */
public final class CallsUntilItsEnd {
  private static int sink;

  private CallsUntilItsEnd() {}

  public static void main(String[] args) {
    new Thread(CallsUntilItsEnd::callOnAndOn, "caller").start();
    System.out.println("ready");
  }

  private static void callOnAndOn() {
    while (true) {
      sink = called(sink);
    }
  }

  private static int called(int calls) {
    return calls + 1;
  }
}
