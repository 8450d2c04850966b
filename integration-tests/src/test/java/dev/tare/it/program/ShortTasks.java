package dev.tare.it.program;

/**
 * Threads one after the other, which are virtual if there is an argument: ten that work for some
 * 0.2 ms for each that works ten times as much. Each kind has a method of its own.
 */
public final class ShortTasks {
  private static final int TASKS = 3_300;
  private static final int SHORTER = 10;
  private static final int ROUNDS = 70;

  private static volatile double sink;

  private ShortTasks() {}

  public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
    for (int i = 0; i < TASKS; i++) {
      Runnable task = i % (SHORTER + 1) == 0 ? ShortTasks::longer : ShortTasks::shorter;
      thread(task, args.length > 0).join();
    }
    System.out.println("the last root: " + sink);
  }

  /** A thread that has begun. */
  static Thread thread(Runnable task, boolean isVirtual) throws ReflectiveOperationException {
    if (isVirtual) { // JDK 21 and later have it.
      return (Thread)
          Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }
    Thread thread = new Thread(task, "task");
    thread.start();
    return thread;
  }

  private static void longer() {
    rounds(SHORTER * ROUNDS);
  }

  private static void shorter() {
    rounds(ROUNDS);
  }

  private static void rounds(int count) {
    for (int i = 0; i < count; i++) {
      computes();
    }
  }

  /** Takes some microseconds. */
  static void computes() {
    for (int i = 0; i < 1_000; i++) {
      sink = Math.sqrt(i);
    }
  }
}
