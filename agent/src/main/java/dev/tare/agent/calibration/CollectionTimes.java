package dev.tare.agent.calibration;

import java.util.List;
import java.util.Optional;
import jdk.internal.access.SharedSecrets;

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
    List<Integer> frequency = counters.find(TICKS_A_SECOND::equals);
    if (frequency.isEmpty() || counters.memory().getLong(frequency.get(0)) != NANOS_A_SECOND) {
      return new long[0];
    }
    long base = SharedSecrets.getJavaNioAccess().getBufferAddress(counters.memory());
    return counters
        .find(name -> name.startsWith("sun.gc.collector.") && name.endsWith(".time"))
        .stream()
        .mapToLong(at -> base + at)
        .toArray();
  }
}
