package dev.tare.runtime.thread;

/**
 * A daemon thread of the profiler's own that inherits no thread locals. It cannot be interrupted:
 * while a thread is, no wait of it waits, and files that it opens are closed. A program that
 * interrupts all threads of its JVM would have it spin for good.
 */
public final class ProfilerThread extends Thread {
  ProfilerThread(ThreadGroup group, String name, Runnable task) {
    super(group, task, name, 0, false);
    setDaemon(true);
  }

  /** Does nothing. */
  @Override
  public void interrupt() {}
}
