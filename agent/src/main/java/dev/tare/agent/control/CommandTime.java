package dev.tare.agent.control;

import dev.tare.agent.weave.ThreadCpu;
import dev.tare.runtime.thread.Recorders;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The CPU time that threads spend in commands to the profiler, such as the JVM's attach listener,
 * threads of JMX, and those of the application that use the API: it is not the application's. There
 * is one for the JVM, as for its threads.
 */
final class CommandTime {
  /** What a thread outside of a command has in place of its clock at the command's begin. */
  private static final long OUTSIDE = Long.MAX_VALUE;

  /** By the thread's id, of those that had a command. */
  private static final Map<Long, Spent> SPENT = new ConcurrentHashMap<>();

  private CommandTime() {}

  /**
   * A thread.
   *
   * @param nanos what its ended commands took
   * @param begin its clock when the command began that it is in, or {@link #OUTSIDE}
   */
  private record Spent(Thread thread, long nanos, long begin) {}

  /** A command begins in this thread, outside of any other one. */
  static void begin() {
    Thread thread = Thread.currentThread();
    long now = ThreadCpu.nanos();
    if (now != ThreadCpu.UNKNOWN) {
      long id = Recorders.id(thread);
      SPENT.put(id, new Spent(thread, nanos(id), now));
    }
  }

  /** It ends. */
  static void end() {
    SPENT.computeIfPresent(
        Recorders.currentId(),
        (id, spent) ->
            spent.begin == OUTSIDE
                ? spent
                : new Spent(
                    spent.thread,
                    spent.nanos + Math.max(0, ThreadCpu.nanos() - spent.begin),
                    OUTSIDE));
  }

  /** CPU nanoseconds that a thread's ended commands took. */
  static long nanos(long threadId) {
    Spent spent = SPENT.get(threadId);
    return spent == null ? 0 : spent.nanos;
  }

  /** What a thread has used outside of commands, of these CPU nanoseconds in all. */
  static long outside(long threadId, long allNanos) {
    Spent spent = SPENT.get(threadId);
    return spent == null ? allNanos : Math.min(allNanos, spent.begin) - spent.nanos;
  }

  /**
   * Forgets threads that have ended.
   *
   * @param ids of those that may be asked for, sorted
   */
  static void forgetOthers(long[] ids) {
    SPENT
        .entrySet()
        .removeIf(
            of -> !of.getValue().thread.isAlive() && Arrays.binarySearch(ids, of.getKey()) < 0);
  }
}
