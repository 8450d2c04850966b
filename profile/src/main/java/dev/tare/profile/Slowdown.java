package dev.tare.profile;

import java.util.OptionalDouble;

/**
 * Estimates how much slower the application ran under the profiler: the raw metric over the
 * calibrated one, in instrumented code of all threads that were added. What a thread spent outside
 * every instrumented method does not count as the application's, since a thread that waits for work
 * would hide any slowdown.
 */
public final class Slowdown {
  private long self;
  private long overhead;

  public void add(CallTree tree) {
    self += tree.selfSum() - tree.self(0);
    overhead += tree.overheadSum();
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
