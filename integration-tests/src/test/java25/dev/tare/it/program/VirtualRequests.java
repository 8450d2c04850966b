package dev.tare.it.program;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** An unnamed virtual thread that waits to the end, and many others that compute. */
public final class VirtualRequests {
  private static final int REQUESTS = 40;
  private static final int ROOTS = 10_000_000;

  private static volatile double sink;

  private VirtualRequests() {}

  public static void main(String[] args) throws InterruptedException {
    CountDownLatch accepting = new CountDownLatch(1);
    Thread.startVirtualThread(() -> accepts(accepting));
    accepting.await();
    List<Thread> requests = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      requests.add(Thread.startVirtualThread(VirtualRequests::request));
    }
    for (Thread request : requests) {
      request.join();
    }
  }

  private static void accepts(CountDownLatch accepting) {
    accepting.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void request() {
    double sum = 0;
    for (int i = 0; i < ROOTS; i++) {
      sum += Math.sqrt(i);
    }
    sink = sum;
  }
}
