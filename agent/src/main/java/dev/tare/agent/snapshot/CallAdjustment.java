package dev.tare.agent.snapshot;

import dev.tare.agent.budget.CallPrices;
import dev.tare.profile.Metric;
import dev.tare.runtime.calibration.Corrections;
import java.util.Optional;

/**
 * What of the calls' overhead is subtracted when a tree is read. What readings cost is subtracted
 * from their intervals.
 *
 * @param of which calls
 * @param prices what they cost; empty for what a probe costs on kernels
 */
public record CallAdjustment(Calls of, Optional<CallPrices> prices) {
  /** Nothing is subtracted for calls. */
  public static final CallAdjustment NONE = new CallAdjustment(Calls.NONE, Optional.empty());

  /** Those for which something is subtracted. */
  public enum Calls {
    /** None: each takes readings. */
    NONE,
    /** Those without readings, beside others that take some: full mode's with a budget. */
    WITHOUT_READINGS,
    /** All: sampled mode's. */
    ALL
  }

  /**
   * Of full mode.
   *
   * @param metric of the readings; prices are in nanoseconds, and no use for others
   * @param prices empty without a budget
   */
  public static CallAdjustment ofFull(Metric metric, Optional<CallPrices> prices) {
    Optional<CallPrices> usable = usable(metric, prices);
    return usable.isEmpty() ? NONE : new CallAdjustment(Calls.WITHOUT_READINGS, usable);
  }

  /** Of sampled mode; as {@link #ofFull}. */
  public static CallAdjustment ofSampled(Metric metric, Optional<CallPrices> prices) {
    return new CallAdjustment(Calls.ALL, usable(metric, prices));
  }

  private static Optional<CallPrices> usable(Metric metric, Optional<CallPrices> prices) {
    return prices.filter(known -> hasPrices(metric));
  }

  /** Whether a budget knows prices in this metric's unit. */
  public static boolean hasPrices(Metric metric) {
    return metric.unit().equals("ns") && Corrections.CALL_PRICES;
  }
}
