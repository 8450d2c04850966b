package dev.tare.agent.calibration.hotspot;

import java.nio.Buffer;
import java.util.Optional;
import jdk.internal.misc.Unsafe;

/** Where the JVM counts how long its collections had all threads stopped. */
public final class CollectionTimes {
  private static final String TICKS_A_SECOND = "sun.os.hrt.frequency";
  private static final long NANOS_A_SECOND = 1_000_000_000;

  private CollectionTimes() {}

  /** Addresses of counters of nanoseconds; none where the JVM keeps none, or in other units. */
  public static long[] addresses() {
    Optional<JvmCounters> counters = JvmCounters.ofThisJvm();
    return counters.isPresent() ? addresses(counters.get()) : new long[0];
  }

  private static long[] addresses(JvmCounters counters) {
    // While agents start this counter is not there yet.
    boolean otherUnit =
        counters.find(TICKS_A_SECOND::equals).stream()
            .anyMatch(at -> counters.memory().getLong(at) != NANOS_A_SECOND);
    if (otherUnit) {
      return new long[0];
    }
    // JavaNioAccess would tell too, by another signature in each release.
    Unsafe unsafe = Unsafe.getUnsafe();
    long base =
        unsafe.getLong(counters.memory(), unsafe.objectFieldOffset(Buffer.class, "address"));
    return counters
        .find(name -> name.startsWith("sun.gc.collector.") && name.endsWith(".time"))
        .stream()
        .mapToLong(at -> base + at)
        .toArray();
  }
}
