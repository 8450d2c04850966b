package dev.tare.report.view;

import dev.tare.profile.Interruptions;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import dev.tare.report.sum.ThreadKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What threads did; those whose names differ in numbers alone are one. */
public final class ThreadPools {
  private ThreadPools() {}

  /**
   * Threads of one name, or one thread.
   *
   * @param key their name with {@code *} for each row of digits
   * @param name the same, or the thread's own name where it is one
   * @param threads how many they are; at least, where that is not known
   * @param calls calls of instrumented methods
   * @param raw the metric between first and last event, without interruptions
   * @param waiting how much of that they waited, in nanoseconds; 0 where it is not known
   * @param interruptions what kept them from running
   */
  public record Pool(
      String key,
      String name,
      long threads,
      long calls,
      long raw,
      long waiting,
      Interruptions interruptions) {

    /** The metric of a clock with everything in it. */
    public long wall() {
      return raw + interruptions.nanos();
    }

    /** What they did not wait. */
    public long running() {
      return raw - waiting;
    }

    private Pool plus(Pool other) {
      return new Pool(
          key,
          key,
          threads + other.threads,
          calls + other.calls,
          raw + other.raw,
          waiting + other.waiting,
          interruptions.plus(other.interruptions));
    }
  }

  /** The pools of these threads, whose values are as they are in the file; what ran most first. */
  public static List<Pool> of(List<ThreadProfile> threads) {
    Map<String, Pool> pools = new TreeMap<>();
    for (ThreadProfile thread : threads) {
      String key = ThreadKey.pool(thread.name());
      ThreadSums sums = thread.sums();
      long raw = sums.self() + sums.overhead();
      Pool one =
          new Pool(
              key,
              thread.name(),
              Math.max(1, thread.threads()),
              sums.calls(),
              raw,
              sums.waiting(),
              thread.interruptions());
      pools.merge(key, one, Pool::plus);
    }
    List<Pool> sorted = new ArrayList<>(pools.values());
    sorted.sort(Comparator.comparingLong(Pool::running).reversed());
    return sorted;
  }
}
