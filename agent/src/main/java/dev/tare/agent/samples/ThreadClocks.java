package dev.tare.agent.samples;

import com.sun.management.ThreadMXBean;
import dev.tare.agent.bootstrap.JdkProperties;
import dev.tare.runtime.thread.ThreadRecorder;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The CPU time of each platform thread, as the kernel counts it, looked at again and again: once a
 * thread has ended, what was seen last is all there is to know, unless somebody tells more. For
 * several threads.
 */
public final class ThreadClocks {
  private static final String MODULE = "jdk.management";

  /** Samples of a thread may come to be known seconds after it has ended. */
  private static final long REMEMBERED_NANOS = 10_000_000_000L;

  private final ThreadMXBean bean;
  private final Map<Long, Clock> clocks = new HashMap<>();
  private boolean isPaused = true;
  private boolean isHeld;

  /** Clocks that pause. */
  ThreadClocks(ThreadMXBean bean) {
    this.bean = bean;
  }

  /** The clock of one thread. */
  static final class Clock {
    final long threadId;

    /** The CPU nanoseconds that it had used before it was counted, and while clocks paused. */
    private long baseNanos;

    private long heldNanos;
    private final long[] markNanos = new long[ThreadRecorder.MARKS];

    private long nanos;
    private long usedNanos;
    private boolean isRunning = true;
    private long seenAt;

    Clock(long threadId, long baseNanos) {
      this.threadId = threadId;
      this.baseNanos = baseNanos;
      this.nanos = baseNanos;
    }

    /** CPU nanoseconds while clocks did not pause. */
    long nanos() {
      return nanos - baseNanos;
    }

    /** CPU nanoseconds between the last two looks at this thread. */
    long usedNanos() {
      return usedNanos;
    }

    /** Whether the thread was there at the last look at it. */
    boolean isRunning() {
      return isRunning;
    }

    private void leaveOut(long now) {
      baseNanos += now - nanos;
      nanos = now;
    }

    private void end(long total) {
      isRunning = false;
      seenAt = System.nanoTime();
      nanos = Math.max(nanos, total);
    }

    private void look(long now) {
      isRunning = now >= 0;
      seenAt = System.nanoTime();
      usedNanos = isRunning ? now - nanos : 0;
      nanos += usedNanos;
    }
  }

  /** The clocks of this JVM; empty where it keeps none. */
  static Optional<ThreadClocks> find() {
    // No reference to the constructor: linking it needs a class that small runtimes lack.
    Optional<ThreadMXBean> bean = bean();
    return bean.isPresent() ? Optional.of(new ThreadClocks(bean.get())) : Optional.empty();
  }

  /** What tells this JVM's CPU time of threads; empty where it keeps none, or cannot tell now. */
  public static Optional<ThreadMXBean> bean() {
    if (!JdkProperties.areThere()
        || ModuleLayer.boot().findModule(MODULE).isEmpty()
        || !(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean)
        || !bean.isThreadCpuTimeSupported()) {
      return Optional.empty();
    }
    bean.setThreadCpuTimeEnabled(true);
    return Optional.of(bean);
  }

  /**
   * Looks at every thread that there is, and at those that were there and ended since. While clocks
   * pause, what threads used since the last look is nobody's.
   */
  void lookAtAll() {
    lookAtAll(null);
  }

  /** Looks at all, and hands each that is there to the visitor. */
  synchronized void lookAtAll(@Nullable Consumer<Clock> visitor) {
    long[] ids = bean.getAllThreadIds();
    long[] nanos = bean.getThreadCpuTime(ids);
    for (Clock clock : clocks.values()) {
      clock.isRunning = false;
    }
    for (int i = 0; i < ids.length; i++) {
      long now = nanos[i];
      if (now >= 0) {
        long base = isPaused ? now : 0;
        Clock clock = clocks.get(ids[i]);
        if (clock == null) {
          clock = new Clock(ids[i], base);
          clocks.put(ids[i], clock);
        }
        if (isPaused) {
          clock.leaveOut(now);
        }
        clock.look(now);
        if (visitor != null) {
          visitor.accept(clock);
        }
      }
    }
  }

  /** Lets what threads use from the last look on be nobody's, until {@link #resume}. */
  synchronized void pause() {
    isPaused = true;
  }

  /** Counts what threads use from the last look on. Clocks that were found pause. */
  synchronized void resume() {
    isPaused = false;
  }

  /** Looks at every thread; {@link #nanos} stays at this until {@link #release}. */
  synchronized void hold() {
    lookAtAll();
    clocks.values().forEach(clock -> clock.heldNanos = clock.nanos());
    isHeld = true;
  }

  /** Begins a window with what is held. */
  synchronized void begin(int mark) {
    clocks.values().forEach(clock -> clock.markNanos[mark] = clock.heldNanos);
  }

  synchronized void release() {
    isHeld = false;
  }

  /**
   * Takes up what a thread had used when it ended. It ended before what is held, if anything is.
   *
   * @param total CPU nanoseconds of its whole life
   * @return its clock
   */
  synchronized Clock end(long threadId, long total) {
    Clock clock = clocks.computeIfAbsent(threadId, id -> new Clock(id, 0));
    clock.end(total);
    if (isHeld) {
      clock.heldNanos = clock.nanos();
    }
    return clock;
  }

  /** Looks at these threads alone. */
  synchronized void lookAt(long[] ids, Consumer<Clock> visitor) {
    long[] nanos = bean.getThreadCpuTime(ids);
    for (int i = 0; i < ids.length; i++) {
      Clock clock = clocks.get(ids[i]);
      if (clock != null) {
        clock.look(nanos[i]);
        visitor.accept(clock);
      }
    }
  }

  /** Forgets threads that ended a while ago, but for those that somebody still wants to know of. */
  synchronized void forgetEnded(Set<Long> wanted) {
    long longAgo = System.nanoTime() - REMEMBERED_NANOS;
    clocks
        .values()
        .removeIf(
            clock ->
                !clock.isRunning && clock.seenAt - longAgo < 0 && !wanted.contains(clock.threadId));
  }

  /** Forgets a thread that has ended. */
  synchronized void forget(long threadId) {
    clocks.remove(threadId);
  }

  /** CPU nanoseconds of the calling thread. */
  long ownNanos() {
    return bean.getCurrentThreadCpuTime();
  }

  /** Whether the thread was there at the last look. */
  synchronized boolean isRunning(long threadId) {
    Clock clock = clocks.get(threadId);
    return clock != null && clock.isRunning;
  }

  /** CPU nanoseconds of the thread since a window began; -1 where it was never seen. */
  synchronized long nanos(long threadId, int mark) {
    Clock clock = clocks.get(threadId);
    if (clock == null) {
      return -1;
    }
    return (isHeld ? clock.heldNanos : clock.nanos()) - clock.markNanos[mark];
  }

  /** The name of a thread; null where it has ended. */
  @Nullable String name(long threadId) {
    ThreadInfo info = bean.getThreadInfo(threadId);
    return info == null ? null : info.getThreadName();
  }
}
