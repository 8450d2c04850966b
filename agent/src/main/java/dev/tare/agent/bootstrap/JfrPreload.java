package dev.tare.agent.bootstrap;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Has the JVM's flight recorder initialised from the agent's first moment on, beside everything
 * else: nothing of a start takes longer.
 */
final class JfrPreload implements Runnable {
  private static final int CPU_TIME_EVENT_SINCE = 25;

  private JfrPreload() {}

  /**
   * Begins, where the agent's argument looks as if the flight recorder were needed. Where it only
   * looks so, a flight recorder that records nothing is all that comes of it.
   *
   * @param argument as it was given; a config file is not looked into
   */
  static void whereLikely(@Nullable String argument) {
    if (argument != null
        && argument.contains("cpusamples=")
        && !argument.contains("cpusamples=off")
        && !argument.contains("start=delayed")
        && (argument.contains("mode=none")
            || Runtime.version().feature() >= CPU_TIME_EVENT_SINCE)) {
      Thread thread = new Thread(system(), new JfrPreload(), "tare-recorder", 0, false);
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** The JVM's own group: the application may stop the threads of its. */
  private static ThreadGroup system() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    for (ThreadGroup parent = group.getParent(); parent != null; parent = group.getParent()) {
      group = parent;
    }
    return group;
  }

  @Override
  public void run() {
    try {
      DefaultTimeZone.unsettled(FlightRecorder::getFlightRecorder);
    } catch (RuntimeException | Error e) {
      // No such module, for one: told where samples begin.
    }
  }
}
