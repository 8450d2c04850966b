package dev.tare.agent.snapshot;

import dev.tare.runtime.calibration.Calibration;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.probe.SearchTimes;
import org.jspecify.annotations.Nullable;

/**
 * What sampled mode's calls cost in probes that took no reading. As calls do not tell how they run,
 * they are taken to run as most calls of a long run do: compiled by C2.
 */
final class CallOverhead {
  private static final int KEY = Category.ofLeaf(Kind.C2_STATIC);

  private final long partsOfProbe =
      Calibration.known().adjustment(KEY, KnownOverheads.UNKNOWN, Double.NaN, Double.NaN, 1);
  private final CategoryStatistics statistics;
  private final double[] searchNanos;

  /**
   * As it is known now.
   *
   * @param searchNanos as {@link SearchTimes#means}
   */
  CallOverhead(CategoryStatistics statistics, double[] searchNanos) {
    this.statistics = statistics;
    this.searchNanos = searchNanos;
  }

  /**
   * As it is known now; null where nothing is to be taken off.
   *
   * @param statistics told of all calls that were asked about
   */
  static @Nullable CallOverhead of(CallAdjustment adjustment, CategoryStatistics statistics) {
    return switch (adjustment) {
      case NONE -> null;
      case PROBES -> new CallOverhead(statistics, new double[Long.SIZE]);
      case PROBES_AND_SEARCHES -> new CallOverhead(statistics, SearchTimes.means());
    };
  }

  /** What a probe in each of so many calls costs, in parts of the unit ({@link KnownOverheads}). */
  long ofProbes(long calls) {
    statistics.add(KEY, calls, partsOfProbe >> KnownOverheads.FRACTION_BITS);
    return partsOfProbe * calls;
  }

  /**
   * What finding a node cost in its first so many calls beyond what it costs where caches hold the
   * node, in the same parts.
   */
  long ofSearches(long calls) {
    double nanos = 0;
    for (int bin = 0; calls >> bin > 0; bin++) {
      long first = 1L << bin;
      nanos += searchNanos[bin] * (Math.min(calls + 1, 2 * first) - first);
    }
    return Math.round(nanos * (1 << KnownOverheads.FRACTION_BITS));
  }
}
