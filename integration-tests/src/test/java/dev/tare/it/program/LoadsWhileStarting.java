package dev.tare.it.program;

import java.lang.reflect.Method;

/**
 * Starts and stops the profiler while another agent holds the definition of a class up, and calls
 * its method once the profiler has probes in it.
 */
public final class LoadsWhileStarting {
  /** How often the method is called while the profiler records. */
  public static final int CALLS = 1_000;

  private static final long PAUSE_MILLIS = 5;

  private LoadsWhileStarting() {}

  /** Defined after the start, though the profiler's transformer was asked for it before. */
  public static final class Late {
    private static int count;

    private Late() {}

    static void step() {
      count++;
    }
  }

  public static void main(String[] args) throws Exception {
    Class<?> profiler = Class.forName("dev.tare.api.Profiler");
    Method recorded = profiler.getMethod("recorded", String.class);
    Thread loading = new Thread(LoadsWhileStarting::load);
    loading.start();
    await("waiting.agent.waits");
    profiler.getMethod("start").invoke(null);
    System.setProperty("waiting.agent.goes.on", "");
    loading.join();
    String step = Late.class.getName() + "#step";
    while (recorded.invoke(null, step).toString().equals("NOTHING")) {
      Thread.sleep(PAUSE_MILLIS);
    }
    for (int i = 0; i < CALLS; i++) {
      Late.step();
    }
    System.out.println(Late.count);
  }

  private static void load() {
    try {
      Class.forName(LoadsWhileStarting.class.getName() + "$Late");
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(String property) throws InterruptedException {
    while (System.getProperty(property) == null) {
      Thread.sleep(PAUSE_MILLIS);
    }
  }
}
