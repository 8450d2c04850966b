package dev.tare.agent.weave;

import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The CPU time that the application's threads spend in weaving the classes that they load: not the
 * program's own work, and not what its probes cost. There is one for the JVM, as for its threads.
 */
public final class WeavingTime {
  /** A begin that is not counted. */
  private static final long NOT_COUNTED = -1;

  private static final AtomicLong NANOS = new AtomicLong();

  private static volatile @Nullable LongSupplier clock;

  private WeavingTime() {}

  /**
   * Counts what begins from here on.
   *
   * @param threadCpuNanos CPU nanoseconds of the thread that asks. {@link
   *     UnsupportedOperationException} says that it has none
   */
  public static void countBy(LongSupplier threadCpuNanos) {
    clock = threadCpuNanos;
  }

  /** Nanoseconds so far. */
  public static long nanos() {
    return NANOS.get();
  }

  /**
   * Weaving begins in this thread; what {@link #end} needs.
   *
   * @param section of the weaving. Within another one, as where a command has all classes woven
   *     again, the application loads no class
   */
  static long begin(ProfilerSection section) {
    LongSupplier known = clock;
    return known == null
            || section.isInner()
            || ProfilerThreads.isOne(Thread.currentThread().getName())
        ? NOT_COUNTED
        : nanos(known);
  }

  /** It ends. */
  static void end(long begin) {
    LongSupplier known = clock;
    if (begin != NOT_COUNTED && known != null) {
      NANOS.addAndGet(Math.max(0, nanos(known) - begin));
    }
  }

  private static long nanos(LongSupplier clock) {
    try {
      return clock.getAsLong();
    } catch (UnsupportedOperationException e) {
      return NOT_COUNTED; // A virtual thread has no CPU time.
    }
  }
}
