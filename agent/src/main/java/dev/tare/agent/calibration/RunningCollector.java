package dev.tare.agent.calibration;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The garbage collector that runs, as the JVM's own counters name it: the flags alone do not tell,
 * since the JVM chooses by the machine. The counters are those that {@code jcmd PerfCounter.print}
 * shows; their layout is that of {@code perfMemory.hpp}.
 */
final class RunningCollector {
  private static final String UNKNOWN = "unknown";

  private static final int BYTE_ORDER_OFFSET = 4;
  private static final int FIRST_ENTRY_OFFSET = 24;
  private static final int ENTRY_COUNT_OFFSET = 28;
  private static final int PROLOGUE_BYTES = 32;

  private static final int NAME_OFFSET = 4;
  private static final int LENGTH_OFFSET = 8;
  private static final int DATA_OFFSET = 16;

  private RunningCollector() {}

  /** Its name: one word, or {@code unknown} where the JVM keeps no counters. */
  static String name() {
    try {
      return name(counters());
    } catch (ReflectiveOperationException | IndexOutOfBoundsException e) {
      return UNKNOWN; // Not this layout. That it is unknown is the same in each run.
    }
  }

  private static ByteBuffer counters() throws ReflectiveOperationException {
    Class<?> type = Class.forName("jdk.internal.perf.Perf");
    Object perf = type.getMethod("getPerf").invoke(null);
    int self = 0;
    Object counters;
    try {
      counters = type.getMethod("attach", int.class).invoke(perf, self);
    } catch (NoSuchMethodException e) { // before JDK 24
      Method attach = type.getMethod("attach", int.class, String.class);
      counters = attach.invoke(perf, self, "r");
    }
    return (ByteBuffer) counters;
  }

  private static String name(ByteBuffer counters) {
    if (counters.capacity() < PROLOGUE_BYTES) {
      return UNKNOWN; // -XX:-UsePerfData
    }
    counters.order(
        counters.get(BYTE_ORDER_OFFSET) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    int entry = counters.getInt(FIRST_ENTRY_OFFSET);
    for (int left = counters.getInt(ENTRY_COUNT_OFFSET); left > 0; left--) {
      if (isCollectorName(text(counters, entry + counters.getInt(entry + NAME_OFFSET), 40))) {
        int data = entry + counters.getInt(entry + DATA_OFFSET);
        String name = text(counters, data, counters.getInt(entry + LENGTH_OFFSET));
        return name.contains(" ") ? name.substring(0, name.indexOf(' ')) : name;
      }
      entry += counters.getInt(entry);
    }
    return UNKNOWN;
  }

  private static boolean isCollectorName(String counter) {
    return counter.startsWith("sun.gc.collector.") && counter.endsWith(".name");
  }

  private static String text(ByteBuffer counters, int from, int atMost) {
    StringBuilder text = new StringBuilder();
    for (int at = from; at < from + atMost && counters.get(at) != 0; at++) {
      text.append((char) counters.get(at));
    }
    return text.toString();
  }
}
