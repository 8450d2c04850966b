package dev.tare.it.program;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Starts the profiler while two threads define one class after the other, and calls each class's
 * method until the profiler has seen a fixed number of calls. Says how many classes there were.
 */
public final class DefinesWhileStarting {
  /** How often each class's method is called while the profiler records. */
  public static final int CALLS = 10;

  /** How many classes there are at least before the start, and how many come after it. */
  private static final int ENOUGH = 200;

  private static final long PAUSE_MILLIS = 1;

  private static final List<Runnable> defined = new CopyOnWriteArrayList<>();
  private static volatile boolean isEnough;

  private DefinesWhileStarting() {}

  /** Defined again and again, by loaders of its own. */
  public static final class Step implements Runnable {
    int count;

    /** For reflection. */
    public Step() {}

    @Override
    public void run() {
      count++;
    }
  }

  public static void main(String[] args) throws Exception {
    Class<?> profiler = Class.forName("dev.tare.api.Profiler");
    byte[] classFile = classFile();
    Thread[] defining = {
      new Thread(() -> define(classFile)), new Thread(() -> define(classFile)),
    };
    for (Thread thread : defining) {
      thread.start();
    }
    awaitMore();
    profiler.getMethod("start").invoke(null);
    awaitMore();
    isEnough = true;
    for (Thread thread : defining) {
      thread.join();
    }
    for (Runnable step : defined) {
      while (MeasuredCalls.of(profiler, Step.class, "run", step) == 0) {
        Thread.sleep(PAUSE_MILLIS);
      }
      for (int i = 0; i < CALLS - 1; i++) {
        step.run();
      }
    }
    System.out.println(defined.size());
  }

  private static void awaitMore() throws InterruptedException {
    int from = defined.size();
    while (defined.size() < from + ENOUGH) {
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private static byte[] classFile() throws IOException {
    try (InputStream in =
        DefinesWhileStarting.class.getResourceAsStream("DefinesWhileStarting$Step.class")) {
      return in.readAllBytes();
    }
  }

  private static void define(byte[] classFile) {
    try {
      while (!isEnough) {
        Class<?> step = new Loader().define(Step.class.getName(), classFile);
        defined.add((Runnable) step.getDeclaredConstructor().newInstance());
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (ReflectiveOperationException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Loader extends ClassLoader {
    Loader() {
      super(DefinesWhileStarting.class.getClassLoader());
    }

    Class<?> define(String name, byte[] bytes) {
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
