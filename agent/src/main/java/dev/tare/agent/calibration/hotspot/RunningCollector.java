package dev.tare.agent.calibration.hotspot;

import java.util.List;

/**
 * The garbage collector that runs, as the JVM's own counters name it: the flags alone do not tell,
 * since the JVM chooses by the machine.
 */
public final class RunningCollector {
  private static final String UNKNOWN = "unknown";
  private static final int MAX_LENGTH = 80;

  private RunningCollector() {}

  /** Its name: one word, or {@code unknown} where the JVM keeps no counters. */
  public static String name() {
    return JvmCounters.ofThisJvm().map(RunningCollector::name).orElse(UNKNOWN);
  }

  private static String name(JvmCounters counters) {
    List<Integer> names =
        counters.find(name -> name.startsWith("sun.gc.collector.") && name.endsWith(".name"));
    return names.isEmpty() ? UNKNOWN : counters.text(names.get(0), MAX_LENGTH).split(" ", 2)[0];
  }
}
