package dev.tare.sampled;

/** A thread of a program, for samples to meet; in no package that samples leave out. */
public class BusyWork extends Thread implements AutoCloseable {
  private volatile boolean isOver;
  private volatile int result;

  /** Not started yet. */
  @SuppressWarnings("this-escape") // JDK 21 and later warn
  public BusyWork() {
    setDaemon(true);
  }

  @Override
  public void run() {
    while (!isOver) {
      work();
    }
  }

  /** Some milliseconds of work. */
  protected void work() {
    int hash = result;
    for (int i = 0; i < 1_000_000; i++) {
      hash = hash * 31 + (hash >>> 7);
    }
    result = hash;
  }

  @Override
  public void close() {
    isOver = true;
  }
}
