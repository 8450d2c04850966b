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
  private static final int[] KEYS = {
    Category.ofLeaf(Kind.C2_STATIC), Category.ofLeaf(Kind.C2_VIRTUAL)
  };

  private final long[] partsOfProbe = new long[KEYS.length];
  private final CategoryStatistics statistics;

  /**
   * As it is known now.
   *
   * @param statistics told of all calls that were asked about
   */
  CallOverhead(CategoryStatistics statistics) {
    this.statistics = statistics;
    KnownOverheads known = Calibration.known();
    for (int which = 0; which < KEYS.length; which++) {
      partsOfProbe[which] =
          known.adjustment(KEYS[which], KnownOverheads.UNKNOWN, Double.NaN, Double.NaN, 1);
    }
  }

  /**
   * What a probe in each of so many calls costs, in parts of the unit ({@link KnownOverheads}).
   *
   * @param methodId its lowest bit says that the method is dispatched
   */
  long ofProbes(int methodId, long calls) {
    int which = methodId & 1;
    statistics.add(KEYS[which], calls, partsOfProbe[which] >> KnownOverheads.FRACTION_BITS);
    return partsOfProbe[which] * calls;
  }
}
