package dev.tare.agent.weave;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The current thread's CPU time, once somebody has told where it is read. One for the JVM. */
public final class ThreadCpu {
  /** Nobody has told, or the thread is virtual and has none. */
  public static final long UNKNOWN = -1;

  private static volatile @Nullable LongSupplier clock;

  private ThreadCpu() {}

  /**
   * Reads this clock from here on.
   *
   * @param currentNanos CPU nanoseconds of the thread that asks. {@link
   *     UnsupportedOperationException} says that it has none
   */
  public static void readBy(LongSupplier currentNanos) {
    clock = currentNanos;
  }

  /** CPU nanoseconds of the thread that asks, or {@link #UNKNOWN}. */
  public static long nanos() {
    LongSupplier known = clock;
    try {
      return known == null ? UNKNOWN : known.getAsLong();
    } catch (UnsupportedOperationException e) {
      return UNKNOWN;
    }
  }
}
