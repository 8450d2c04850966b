package dev.tare.profile;

import java.util.OptionalDouble;

/**
 * Estimates how much slower the application ran under the profiler: the raw metric over the
 * calibrated one, in instrumented code of the thread from which most overhead was taken off there.
 * A program is as slow as the thread that others wait for, and the sum over all threads would be
 * diluted by those that wait. For the same reason what a thread spent outside every instrumented
 * method does not count: a thread of the JVM's that loads the agent does seconds of the profiler's
 * work, and calls hardly any instrumented method.
 *
 * <p>A lower bound: waiting inside instrumented methods of that thread does count, and what the
 * probes cost beside their own time, such as code that is no longer inlined, is in no overhead.
 */
public final class Slowdown {
  private long self;
  private long overhead;
  private long mostInMethods;

  /** Adds a thread's tree. */
  public void add(CallTree tree) {
    add(tree.selfSum() - tree.self(0), tree.overheadSum() - tree.overhead(0), tree.overheadSum());
  }

  /**
   * Adds a thread's tree by its sums.
   *
   * @param selfInMethods of all nodes but the root
   * @param overheadInMethods of all nodes but the root
   * @param overheadSum of all nodes
   */
  public void add(long selfInMethods, long overheadInMethods, long overheadSum) {
    if (overheadInMethods > mostInMethods) {
      mostInMethods = overheadInMethods;
      self = selfInMethods;
      overhead = overheadSum;
    }
  }

  /**
   * The estimate, 1 and more: 2.5 means two and a half times as much of the metric as without the
   * profiler. Empty where nothing was taken off, or where nothing is left to compare with.
   */
  public OptionalDouble estimate() {
    return overhead <= 0 || self <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(((double) self + overhead) / self);
  }
}
