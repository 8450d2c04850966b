package dev.tare.it.program;

import java.util.concurrent.CountDownLatch;

/** Says that it is ready and waits, inside a call, until somebody ends it. */
public final class WaitsForItsEnd {
  private WaitsForItsEnd() {}

  public static void main(String[] args) throws InterruptedException {
    // assertCalls(root > main, 1, open 1)
    for (int i = 0; i < 50; i++) {
      work(); // assertCalls(50)
    }
    waits(); // assertCalls(1, open 1)
  }

  private static void waits() throws InterruptedException {
    System.out.println("ready");
    new CountDownLatch(1).await();
  }

  private static void work() {}
}
