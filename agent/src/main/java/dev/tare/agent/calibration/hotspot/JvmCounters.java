package dev.tare.agent.calibration.hotspot;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The JVM's own counters, those that {@code jcmd PerfCounter.print} shows, in the memory where it
 * counts; their layout is that of {@code perfMemory.hpp}.
 */
final class JvmCounters {
  private static final int BYTE_ORDER_OFFSET = 4;
  private static final int FIRST_ENTRY_OFFSET = 24;
  private static final int ENTRY_COUNT_OFFSET = 28;
  private static final int PROLOGUE_BYTES = 32;

  private static final int NAME_OFFSET = 4;
  private static final int DATA_OFFSET = 16;

  private static final int MAX_NAME = 80;

  private final ByteBuffer memory;

  private JvmCounters(ByteBuffer memory) {
    this.memory = memory;
  }

  /** Empty where the JVM keeps none: {@code -XX:-UsePerfData}, or another JVM. */
  static Optional<JvmCounters> ofThisJvm() {
    try {
      ByteBuffer memory = attach();
      if (memory.capacity() < PROLOGUE_BYTES) {
        return Optional.empty();
      }
      memory.order(
          memory.get(BYTE_ORDER_OFFSET) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
      return Optional.of(new JvmCounters(memory));
    } catch (ReflectiveOperationException e) {
      return Optional.empty();
    }
  }

  private static ByteBuffer attach() throws ReflectiveOperationException {
    Class<?> type = Class.forName("jdk.internal.perf.Perf");
    Object perf = type.getMethod("getPerf").invoke(null);
    int self = 0;
    Object memory;
    try {
      memory = type.getMethod("attach", int.class).invoke(perf, self);
    } catch (NoSuchMethodException e) { // before JDK 24
      Method attach = type.getMethod("attach", int.class, String.class);
      memory = attach.invoke(perf, self, "r");
    }
    return (ByteBuffer) memory;
  }

  ByteBuffer memory() {
    return memory;
  }

  /**
   * Where the values of the counters with such names begin in {@link #memory}; none where the
   * layout is another.
   */
  List<Integer> find(Predicate<String> name) {
    List<Integer> found = new ArrayList<>();
    try {
      int entry = memory.getInt(FIRST_ENTRY_OFFSET);
      for (int left = memory.getInt(ENTRY_COUNT_OFFSET); left > 0; left--) {
        if (name.test(text(entry + memory.getInt(entry + NAME_OFFSET), MAX_NAME))) {
          found.add(entry + memory.getInt(entry + DATA_OFFSET));
        }
        entry += memory.getInt(entry);
      }
    } catch (IndexOutOfBoundsException e) {
      return List.of();
    }
    return found;
  }

  /** The text that begins there. */
  String text(int from, int atMost) {
    StringBuilder text = new StringBuilder();
    for (int at = from; at < from + atMost && memory.get(at) != 0; at++) {
      text.append((char) memory.get(at));
    }
    return text.toString();
  }
}
