package dev.tare.it.program;

/** Two threads: one sleeps and waits for a lock, the other holds it; main waits for both. */
public final class Waiting {
  private static final int ROUNDS = 50;
  private static final int SLEEP_MILLIS = 5;
  private static final int STEPS = 1_000_000;
  private static final Object LOCK = new Object();

  private static volatile long sum;

  private Waiting() {}

  public static void main(String[] arguments) throws InterruptedException {
    Thread sleeper = new Thread(() -> repeat(Waiting::sleepAndWork), "sleeper");
    Thread holder = new Thread(() -> repeat(Waiting::hold), "holder");
    Thread idle = new Thread(Waiting::idle, "idle");
    idle.setDaemon(true);
    idle.start();
    sleeper.start();
    holder.start();
    sleeper.join();
    holder.join();
    System.out.println(sum != 0);
  }

  private static void repeat(Runnable round) {
    for (int i = 0; i < ROUNDS; i++) {
      round.run();
    }
  }

  private static void sleepAndWork() {
    sleep(SLEEP_MILLIS);
    work();
    enter();
  }

  private static void hold() {
    synchronized (LOCK) {
      sleep(SLEEP_MILLIS);
    }
    sleep(1);
  }

  private static void enter() {
    synchronized (LOCK) {
      sum++;
    }
  }

  private static void work() {
    long all = sum;
    for (int i = 0; i < STEPS; i++) {
      all += i ^ (all >>> 3);
    }
    sum = all;
  }

  /** Waits yet when the program ends. */
  private static void idle() {
    sleep(1_000_000);
  }

  private static void sleep(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
