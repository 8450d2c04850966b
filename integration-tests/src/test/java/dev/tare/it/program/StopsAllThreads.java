package dev.tare.it.program;

import java.lang.reflect.Method;
import java.util.List;

/** Stops every other thread of its group, as some containers did before JDK 20. */
public final class StopsAllThreads {
  private static final int CALLS = 1_000;

  private StopsAllThreads() {}

  /**
   * Runs it.
   *
   * @param args after how many milliseconds; and whether, or else nobody is stopped
   */
  public static void main(String[] args) throws Exception {
    Thread.sleep(Long.parseLong(args[0]));
    Method stop = Thread.class.getMethod("stop");
    for (Thread thread : List.copyOf(Thread.getAllStackTraces().keySet())) {
      boolean isOther = Boolean.parseBoolean(args[1]) && thread != Thread.currentThread();
      while (isOther && inThisGroup(thread) && thread.isAlive()) {
        stop.invoke(thread);
      }
    }
    for (int i = 0; i < CALLS; i++) {
      called();
    }
  }

  private static boolean inThisGroup(Thread thread) {
    return thread.getThreadGroup() == Thread.currentThread().getThreadGroup();
  }

  private static void called() {}
}
