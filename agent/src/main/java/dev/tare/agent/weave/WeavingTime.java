package dev.tare.agent.weave;

import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The CPU time that the application's threads spend in weaving the classes that they load: not the
 * program's own work, and not what its probes cost. There is one for the JVM, as for its threads.
 */
public final class WeavingTime {
  private static final AtomicLong NANOS = new AtomicLong();

  private WeavingTime() {}

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
    return section.isInner() || ProfilerThreads.isOne(Thread.currentThread().getName())
        ? ThreadCpu.UNKNOWN
        : ThreadCpu.nanos();
  }

  /** It ends. */
  static void end(long begin) {
    if (begin != ThreadCpu.UNKNOWN) {
      NANOS.addAndGet(Math.max(0, ThreadCpu.nanos() - begin));
    }
  }
}
