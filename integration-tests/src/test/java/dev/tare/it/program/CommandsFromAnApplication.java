package dev.tare.it.program;

import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * A thread of an application in a server starts the profiler, works, and stops the profiler after
 * somebody has interrupted it. Then the application is undeployed.
 */
public final class CommandsFromAnApplication {
  private static final long WORK_NANOS = 500_000_000;
  private static final int MAX_COLLECTIONS = 100;
  private static final long PAUSE_MILLIS = 20;

  static volatile double sink;

  private CommandsFromAnApplication() {}

  public static void main(String[] args) throws Exception {
    WeakReference<ClassLoader> application = deploy();
    for (int i = 0; i < MAX_COLLECTIONS && application.get() != null; i++) {
      System.gc();
      Thread.sleep(PAUSE_MILLIS);
    }
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      ClassLoader loader = thread.getContextClassLoader();
      if (loader != null && loader == application.get()) {
        System.out.println("held by " + thread.getName());
      }
    }
    System.out.println(application.get() == null ? "collected" : "held");
  }

  private static WeakReference<ClassLoader> deploy() throws InterruptedException {
    ClassLoader loader =
        new URLClassLoader(new URL[0], CommandsFromAnApplication.class.getClassLoader());
    Thread thread = new Thread(CommandsFromAnApplication::run, "application");
    thread.setContextClassLoader(loader);
    thread.start();
    thread.join();
    return new WeakReference<>(loader);
  }

  private static void run() {
    try {
      Class<?> profiler = Class.forName("dev.tare.api.Profiler");
      profiler.getMethod("start").invoke(null);
      work();
      Thread.currentThread().interrupt();
      profiler.getMethod("stop").invoke(null);
      System.out.println(Thread.interrupted() ? "interrupted" : "not interrupted");
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void work() {
    long end = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() + WORK_NANOS;
    while (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < end) {
      double sum = 0;
      for (int i = 0; i < 1_000_000; i++) {
        sum += Math.sqrt(i);
      }
      sink = sum;
    }
  }
}
