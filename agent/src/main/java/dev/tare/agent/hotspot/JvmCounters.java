package dev.tare.agent.hotspot;

import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import jdk.internal.misc.Unsafe;

/**
 * The JVM's own counters, those that {@code jcmd PerfCounter.print} shows, in the memory where it
 * counts; their layout is that of {@code perfMemory.hpp}. There are none with {@code
 * -XX:-UsePerfData}, or in another JVM.
 */
public final class JvmCounters {
  private static final int FIRST_ENTRY_OFFSET = 24;
  private static final int ENTRY_COUNT_OFFSET = 28;
  private static final int NAME_OFFSET = 4;
  private static final int DATA_OFFSET = 16;

  private final ByteBuffer memory;

  private JvmCounters() {
    ByteBuffer found;
    try {
      found = attach();
    } catch (ReflectiveOperationException e) {
      found = ByteBuffer.allocate(0);
    }
    memory = found.order(ByteOrder.nativeOrder());
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

  /**
   * The garbage collector that runs, in one word: the flags alone do not tell, since the JVM
   * chooses by the machine.
   */
  public static String collector() {
    JvmCounters counters = new JvmCounters();
    List<Integer> names =
        counters.find(name -> name.startsWith("sun.gc.collector.") && name.endsWith(".name"));
    return names.isEmpty() ? "unknown" : counters.text(names.get(0)).split(" ", 2)[0];
  }

  /**
   * Addresses where the JVM counts how many nanoseconds its collections had all threads stopped;
   * none where it keeps no counters, or in other units.
   */
  public static long[] collectionTimes() {
    JvmCounters counters = new JvmCounters();
    ByteBuffer memory = counters.memory;
    // While agents start this counter is not there yet.
    if (counters.find("sun.os.hrt.frequency"::equals).stream()
        .anyMatch(at -> memory.getLong(at) != TimeUnit.SECONDS.toNanos(1))) {
      return new long[0];
    }
    // JavaNioAccess would tell too, by another signature in each release.
    Unsafe unsafe = Unsafe.getUnsafe();
    long base = unsafe.getLong(memory, unsafe.objectFieldOffset(Buffer.class, "address"));
    return counters
        .find(name -> name.startsWith("sun.gc.collector.") && name.endsWith(".time"))
        .stream()
        .mapToLong(at -> base + at)
        .toArray();
  }

  /** Where the values of the counters with such names begin; none where the layout is another. */
  private List<Integer> find(Predicate<String> name) {
    List<Integer> found = new ArrayList<>();
    try {
      int entry = memory.getInt(FIRST_ENTRY_OFFSET);
      for (int left = memory.getInt(ENTRY_COUNT_OFFSET); left > 0; left--) {
        if (name.test(text(entry + memory.getInt(entry + NAME_OFFSET)))) {
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
  private String text(int from) {
    StringBuilder text = new StringBuilder();
    for (int at = from; memory.get(at) != 0; at++) {
      text.append((char) memory.get(at));
    }
    return text.toString();
  }
}
