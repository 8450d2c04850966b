package dev.tare.agent.control;

import com.sun.management.ThreadMXBean;
import dev.tare.agent.bootstrap.JdkProperties;
import dev.tare.agent.samples.ThreadClocks;
import dev.tare.agent.samples.ThreadExitClocks;
import dev.tare.agent.weave.ThreadCpu;
import dev.tare.runtime.thread.ProfilerThreads;
import java.lang.management.ThreadInfo;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The CPU time of the application's threads: of all Java threads but the profiler's, and without
 * what they spend in {@linkplain CommandTime commands to the profiler}. The JVM's compilers and
 * collectors are no Java threads. Where this JVM keeps no CPU time of threads, it is the whole
 * process's.
 *
 * <p>A thread that ended counts whole if it met a probe and was there at a look. If no look saw it,
 * it counts from its first probe on. If it met no probe after the first look, it counts with what
 * it had used at the last look that saw it.
 */
final class ApplicationCpuClock {
  /** What the main thread is called, with another id, once {@code main} has returned. */
  private static final String AFTER_MAIN = "DestroyJavaVM";

  private static final long UNKNOWN = -1;

  /** In place of what a thread of the profiler's has used: nothing of it counts. */
  private static final long OWN = Long.MAX_VALUE;

  /** From the first look on: management adds 50 ms to a start. */
  private @Nullable Threads threads;

  private boolean hasLooked;

  /** The main thread's id, which is the least: 1 in JDK 17, 3 in JDK 25. */
  private long main = Long.MAX_VALUE;

  /** What it had used when it was last seen: a look may find neither it nor its successor. */
  private long mainNanos;

  /** What its commands took: its successor's clock goes on from both. */
  private long mainCommandNanos;

  /** The threads that the last look listed, sorted by id, and what each had used. */
  private long[] lastIds = {};

  private long[] lastNanos = {};

  /** The same of threads that the last look did not list and that had ended: one may be listed. */
  private Map<Long, Long> lastEnded = new HashMap<>();

  private long totalNanos;

  private static @Nullable Threads threads() {
    ThreadMXBean bean = ThreadClocks.bean().orElse(null);
    if (bean == null) {
      return null;
    }
    ThreadCpu.readBy(bean::getCurrentThreadCpuTime);
    return new ManagedThreads(bean);
  }

  /** Whether it was asked before: then the next answer takes no 50 ms. */
  synchronized boolean hasLooked() {
    return hasLooked;
  }

  /** CPU nanoseconds so far; never less than before. */
  synchronized long nanos() {
    if (!hasLooked && JdkProperties.areThere()) {
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
    Arrays.sort(ids);
    long[] nanos = asked.nanos(ids);
    for (int i = 0; i < ids.length; i++) {
      nanos[i] = CommandTime.outside(ids[i], nanos[i]);
    }
    mainCommandNanos = Math.max(mainCommandNanos, CommandTime.nanos(main));
    // After the list was made: each thread that has left it has told its end by now.
    Map<Long, Long> ended = new HashMap<>();
    for (ThreadExitClocks.End end = asked.nextEnd(); end != null; end = asked.nextEnd()) {
      long id = end.threadId();
      long endNanos = CommandTime.outside(id, end.nanos());
      int listed = Arrays.binarySearch(ids, id);
      if (listed >= 0) {
        nanos[listed] = Math.max(nanos[listed], endNanos);
      } else {
        long before = before(id);
        ended.put(
            id,
            count(
                id, before == UNKNOWN ? before(end.name(), end.nanosBefore()) : before, endNanos));
      }
    }
    for (int i = 0; i < ids.length; i++) {
      long before = before(ids[i]);
      nanos[i] =
          count(ids[i], before == UNKNOWN ? before(asked.name(ids[i]), 0) : before, nanos[i]);
    }
    if (ids.length > 0 && ids[0] < main) {
      main = ids[0];
      mainNanos = nanos[0];
    }
    lastIds = ids;
    lastNanos = nanos;
    lastEnded = ended;
    CommandTime.forgetOthers(ids);
    return totalNanos;
  }

  /** What a thread had used at the last look; {@link #UNKNOWN} where that did not see it. */
  private long before(long id) {
    int place = Arrays.binarySearch(lastIds, id);
    return place >= 0 ? lastNanos[place] : lastEnded.getOrDefault(id, UNKNOWN);
  }

  /** What a thread of this name that no look has seen had used before it counts. */
  private long before(String name, long others) {
    return ProfilerThreads.isOne(name)
        ? OWN
        : name.equals(AFTER_MAIN) ? mainNanos + mainCommandNanos : others;
  }

  /** Counts what a thread has used since the last look, and returns what it has used. */
  private long count(long id, long before, long now) {
    long used = Math.max(before, now); // There is no time of one that has just ended.
    totalNanos += used - before;
    if (id == main) {
      mainNanos = used;
    }
    return used;
  }

  /** The Java threads that are alive, and those that ended. */
  interface Threads {
    long[] ids();

    /** CPU nanoseconds of these; less than 0 of those that have ended. */
    long[] nanos(long[] ids);

    /** Empty if it has ended. */
    String name(long id);

    /** A thread that ended after it had met a probe, each once; null where there is none left. */
    ThreadExitClocks.@Nullable End nextEnd();
  }

  private static final class ManagedThreads implements Threads {
    private final ThreadMXBean bean;
    private final ThreadExitClocks ends;

    ManagedThreads(ThreadMXBean bean) {
      this.bean = bean;
      this.ends = new ThreadExitClocks(bean::getCurrentThreadCpuTime, () -> true);
      ends.listen();
    }

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

    @Override
    public ThreadExitClocks.@Nullable End nextEnd() {
      return ends.next();
    }
  }
}
