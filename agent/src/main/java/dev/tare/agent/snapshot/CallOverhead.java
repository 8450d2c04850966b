package dev.tare.agent.snapshot;

import dev.tare.runtime.calibration.Calibration;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;

/**
 * What sampled mode's calls cost in probes that took no reading. As calls do not tell how they run,
 * they are taken to run as most calls of a long run do: compiled by C2.
 */
final class CallOverhead {
  private static final int KEY = Category.ofLeaf(Kind.C2_STATIC);

  private final long partsOfProbe =
      Calibration.known().adjustment(KEY, KnownOverheads.UNKNOWN, Double.NaN, Double.NaN, 1);
  private final CategoryStatistics statistics;

  /**
   * As it is known now.
   *
   * @param statistics told of all calls that were asked about
   */
  CallOverhead(CategoryStatistics statistics) {
    this.statistics = statistics;
  }

  /** What a probe in each of so many calls costs, in parts of the unit ({@link KnownOverheads}). */
  long ofProbes(long calls) {
    statistics.add(KEY, calls, partsOfProbe >> KnownOverheads.FRACTION_BITS);
    return partsOfProbe * calls;
  }
}
