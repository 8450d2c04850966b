package dev.tare.agent.snapshot;

import dev.tare.agent.budget.CallPrices;
import dev.tare.runtime.calibration.Calibration;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Corrections;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.probe.SearchTimes;
import org.jspecify.annotations.Nullable;

/**
 * What calls cost in probes that took no reading, in parts of the metric's unit ({@link
 * KnownOverheads}). As calls do not tell how they run, they are taken to run as most calls of a
 * long run do: compiled by C2.
 */
final class CallOverhead {
  private static final int KEY = Category.ofLeaf(Kind.C2_STATIC);

  private static final double UNIT = 1 << KnownOverheads.FRACTION_BITS;

  private final boolean isBesideReadings;
  private final CategoryStatistics statistics;
  private final CallPrices prices;
  private final double[] searchTimes;

  /**
   * By these prices, in the metric's unit.
   *
   * @param isBesideReadings whether other calls take readings
   * @param searchTimes as {@link SearchTimes#means}
   */
  CallOverhead(
      boolean isBesideReadings,
      CategoryStatistics statistics,
      CallPrices prices,
      double[] searchTimes) {
    this.isBesideReadings = isBesideReadings;
    this.statistics = statistics;
    this.prices = prices;
    this.searchTimes = searchTimes;
  }

  /**
   * As it is known now; null where nothing is to be subtracted.
   *
   * @param statistics told of all calls that were asked about, where none takes readings
   */
  static @Nullable CallOverhead of(CallAdjustment adjustment, CategoryStatistics statistics) {
    if (adjustment.of() == CallAdjustment.Calls.NONE) {
      return null;
    }
    return new CallOverhead(
        adjustment.of() == CallAdjustment.Calls.WITHOUT_READINGS,
        statistics,
        adjustment.prices().orElseGet(CallOverhead::onKernels),
        Corrections.SEARCHES ? SearchTimes.means() : new double[Long.SIZE]);
  }

  private static CallPrices onKernels() {
    KnownOverheads known = Calibration.known();
    double probe = known.adjustment(KEY, KnownOverheads.UNKNOWN, Double.NaN, 1) / UNIT;
    return new CallPrices(2 * probe, probe, probe, 0);
  }

  /** Whether other calls take readings. */
  boolean isBesideReadings() {
    return isBesideReadings;
  }

  /** What an entry and an exit of so many calls cost. */
  long ofPairs(long calls) {
    return parts(calls, prices.pair());
  }

  /** What an entry alone of so many calls costs. */
  long ofEntries(long calls) {
    return parts(calls, prices.entry());
  }

  /** What so many flat calls cost. */
  long ofFlat(long calls) {
    return parts(calls, prices.flat());
  }

  private long parts(long calls, double price) {
    if (!isBesideReadings) {
      statistics.add(KEY, calls, (long) (prices.pair() / 2)); // as much as an interval has
    }
    return KnownOverheads.parts(calls * price);
  }

  /**
   * What finding a node cost beyond what it costs where caches hold the node.
   *
   * @param before the node's calls before these
   */
  long ofSearches(long before, long calls) {
    return KnownOverheads.parts((searches(before + calls) - searches(before)) * prices.search());
  }

  /** In the first so many calls of a node. */
  private double searches(long calls) {
    double time = 0;
    for (int bin = 0; calls >> bin > 0; bin++) {
      long first = 1L << bin;
      time += searchTimes[bin] * (Math.min(calls + 1, 2 * first) - first);
    }
    return time;
  }
}
