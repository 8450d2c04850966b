package dev.tare.it.program;

/** As many threads as its argument says, one after the other, each in a few calls. */
public final class ThreadsComeAndGo {
  private ThreadsComeAndGo() {}

  public static void main(String[] args) throws InterruptedException {
    int count = Integer.parseInt(args[0]);
    for (int i = 0; i < count; i++) {
      Thread thread = new Thread(ThreadsComeAndGo::run, "request-" + i);
      thread.start();
      thread.join();
    }
  }

  private static void run() {
    for (int i = 0; i < 3; i++) {
      work();
    }
  }

  private static void work() {}
}
