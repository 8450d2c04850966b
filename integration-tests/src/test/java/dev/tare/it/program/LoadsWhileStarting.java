package dev.tare.it.program;

/**
 * Starts the profiler while another agent holds the definition of a class up, and calls its method
 * until the profiler has seen a fixed number of calls.
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
    Thread loading = new Thread(LoadsWhileStarting::load);
    loading.start();
    await("waiting.agent.waits");
    profiler.getMethod("start").invoke(null);
    System.setProperty("waiting.agent.goes.on", "");
    loading.join();
    while (MeasuredCalls.of(profiler, Late.class, "step", Late::step) == 0) {
      Thread.sleep(PAUSE_MILLIS);
    }
    for (int i = 0; i < CALLS - 1; i++) {
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
