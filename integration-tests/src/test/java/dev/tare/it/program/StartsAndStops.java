package dev.tare.it.program;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Starts and stops the profiler in several threads at once, and prints what was thrown. */
public final class StartsAndStops {
  private static final int THREADS = 4;
  private static final int TURNS = 8;

  private StartsAndStops() {}

  public static void main(String[] args) throws InterruptedException {
    AtomicReference<Object> thrown = new AtomicReference<>("nothing was thrown");
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(new Thread(StartsAndStops::startAndStop));
    }
    for (Thread thread : threads) {
      thread.setUncaughtExceptionHandler((ended, e) -> thrown.set(e));
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(thrown);
  }

  private static void startAndStop() {
    try {
      Class<?> profiler = Class.forName("dev.tare.api.Profiler");
      Method stop = profiler.getMethod("stop");
      Method start = profiler.getMethod("start");
      for (int turn = 0; turn < TURNS; turn++) {
        stop.invoke(null);
        start.invoke(null);
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e.getCause());
    }
  }
}
