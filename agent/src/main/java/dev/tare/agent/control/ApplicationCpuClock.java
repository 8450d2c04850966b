package dev.tare.agent.control;

import com.sun.management.ThreadMXBean;
import dev.tare.runtime.thread.ProfilerThreads;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The CPU time of the application's threads: of all Java threads but the profiler's. The JVM's
 * compilers and collectors are no Java threads. Where this JVM keeps no CPU time of threads, it is
 * the whole process's.
 *
 * <p>A thread that ends between two looks counts with what it had used at the last one.
 */
final class ApplicationCpuClock {
  private static final String MODULE = "jdk.management";

  /** What the main thread is called, with another id, once {@code main} has returned. */
  private static final String AFTER_MAIN = "DestroyJavaVM";

  /** From the first look on: management adds 50 ms to a start. */
  private @Nullable Threads threads;

  private boolean hasLooked;

  /** The main thread's id, which is the least: 1 in JDK 17, 3 in JDK 25. */
  private long main = Long.MAX_VALUE;

  /** What it had used when it was last seen: a look may find neither it nor its successor. */
  private long mainNanos;

  /** CPU nanoseconds at the last look, by the ids of the threads that were there. */
  private Map<Long, Long> lastNanos = new HashMap<>();

  private Set<Long> own = new HashSet<>();
  private long totalNanos;

  private static @Nullable Threads threads() {
    if (ModuleLayer.boot().findModule(MODULE).isPresent()
        && ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
        && bean.isThreadCpuTimeSupported()) {
      bean.setThreadCpuTimeEnabled(true);
      return new ManagedThreads(bean);
    }
    return null;
  }

  /** CPU nanoseconds so far; never less than before. */
  synchronized long nanos() {
    if (!hasLooked) {
      hasLooked = true;
      threads = threads();
    }
    if (threads != null) {
      return nanos(threads);
    }
    totalNanos = Math.max(totalNanos, processNanos());
    return totalNanos;
  }

  private static long processNanos() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos();
  }

  /** The same of these threads. */
  synchronized long nanos(Threads asked) {
    long[] ids = asked.ids();
    long[] nanos = asked.nanos(ids);
    Map<Long, Long> seen = new HashMap<>();
    Set<Long> ownNow = new HashSet<>();
    for (int i = 0; i < ids.length; i++) {
      main = Math.min(main, ids[i]);
      if (nanos[i] < 0) {
        continue; // It has ended meanwhile.
      }
      Long before = lastNanos.get(ids[i]);
      String name = before == null && !own.contains(ids[i]) ? asked.name(ids[i]) : "";
      if (own.contains(ids[i]) || ProfilerThreads.isOne(name)) {
        ownNow.add(ids[i]);
      } else {
        if (name.equals(AFTER_MAIN)) {
          before = mainNanos;
        }
        totalNanos += Math.max(0, nanos[i] - (before == null ? 0 : before));
        seen.put(ids[i], nanos[i]);
      }
    }
    mainNanos = seen.getOrDefault(main, mainNanos);
    lastNanos = seen;
    own = ownNow;
    return totalNanos;
  }

  /** The Java threads that are alive. */
  interface Threads {
    long[] ids();

    /** CPU nanoseconds of these; less than 0 of those that have ended. */
    long[] nanos(long[] ids);

    /** Empty if it has ended. */
    String name(long id);
  }

  private record ManagedThreads(ThreadMXBean bean) implements Threads {
    @Override
    public long[] ids() {
      return bean.getAllThreadIds();
    }

    @Override
    public long[] nanos(long[] ids) {
      return bean.getThreadCpuTime(ids);
    }

    @Override
    public String name(long id) {
      ThreadInfo info = bean.getThreadInfo(id);
      return info == null ? "" : info.getThreadName();
    }
  }
}
