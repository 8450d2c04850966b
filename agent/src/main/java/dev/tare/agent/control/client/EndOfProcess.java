package dev.tare.agent.control.client;

import java.util.concurrent.CountDownLatch;

/**
 * How a command's process ends. An interrupt from the terminal, or SIGTERM, ends what the command
 * waits for and not the command: what it has to write then is written.
 */
final class EndOfProcess {
  private static final CountDownLatch DONE = new CountDownLatch(1);

  private static volatile int status;

  private EndOfProcess() {}

  /**
   * Says what an interrupt does.
   *
   * @param endOfWaiting lets the command go on to its end, soon
   */
  static void onInterrupt(Runnable endOfWaiting) {
    Thread hook =
        new Thread(
            () -> {
              endOfWaiting.run();
              try {
                DONE.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              // The status of a signal would say that nothing was written.
              Runtime.getRuntime().halt(status);
            },
            "tare-end");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Ends this process with a command's exit status. */
  static void exit(int exitStatus) {
    status = exitStatus;
    System.out.flush();
    System.err.flush();
    DONE.countDown();
    System.exit(exitStatus);
  }
}
