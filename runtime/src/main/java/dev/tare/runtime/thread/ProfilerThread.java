package dev.tare.runtime.thread;

/**
 * A daemon thread of the profiler's own that inherits no thread locals. It cannot be interrupted:
 * an interrupted thread's waits return at once, and files that it opens are closed. If a program
 * interrupts all threads of its JVM, this one would otherwise spin for good.
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
