package dev.tare.agent.budget;

import java.util.function.DoubleSupplier;

/**
 * What a call of a method costs with its probes, in nanoseconds of CPU time, in a program whose
 * every method has them and whose code is compiled. What it costs in this program is found by
 * {@link PriceFit}, as one factor for all.
 */
public final class ProbePrices {
  /**
   * Of an entry and an exit without a reading, with the search for the node: H2's calls, sampled
   * mode, docs/results. Three times what the calibration's kernels show, whose trees are small.
   */
  static final double COUNTED_NANOS = 9;

  /** The same in full mode, whose probes are called and find out first that none is to be taken. */
  static final double COUNTED_IN_FULL_NANOS = 18;

  /** Of an entry alone. */
  static final double ENTRY_NANOS = 5;

  /** Of an entry's and an exit's readings, until it is measured. */
  static final double READINGS_NANOS = 60;

  /** So many times is measured at a look; the least counts, for the first are not compiled. */
  private static final int MEASUREMENTS = 40;

  private final String key;
  private final DoubleSupplier pair;
  private double readingsNanos;

  private ProbePrices(String key, double readingsNanos, DoubleSupplier pair) {
    this.key = key;
    this.readingsNanos = readingsNanos;
    this.pair = pair;
  }

  /** Of a mode whose probes take no reading. */
  public static ProbePrices sampled() {
    return new ProbePrices("sampled", 0, () -> Double.NaN);
  }

  /**
   * Of a mode whose probes all take a reading.
   *
   * @param metric what they read, for each has a price of its own
   * @param pair measures what an entry and an exit take, in nanoseconds; NaN where it cannot
   */
  public static ProbePrices full(String metric, DoubleSupplier pair) {
    return new ProbePrices("full-" + metric, READINGS_NANOS, pair);
  }

  /** Measures what readings take on this machine. */
  void measure() {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < MEASUREMENTS; i++) {
      double nanos = pair.getAsDouble();
      least = nanos > 0 ? Math.min(least, nanos) : least;
    }
    if (least < Double.POSITIVE_INFINITY) {
      readingsNanos = least;
    }
  }

  /** Of an entry's and an exit's readings; 0 where there are none. */
  double readingsNanos() {
    return readingsNanos;
  }

  /** Of readings as an earlier run measured them. */
  void setReadingsNanos(double nanos) {
    readingsNanos = nanos;
  }

  /**
   * What is believed of the factor where nothing was compared. H2 has 1.75 to 2.1, whether its
   * methods are timed, counted or sampled; small programs have 0.5 to 1.5 (docs/results).
   */
  PriceFit fit() {
    return new PriceFit(Math.log(1.5), 0.6, lowestFactor());
  }

  /** At least so much any program pays: what the calibration's kernels show. */
  double lowestFactor() {
    return readingsNanos > 0 ? 2.0 / 3 : 1.0 / 3;
  }

  /** What factors and prices are told apart by: the mode, and what its probes read. */
  String key() {
    return key;
  }

  /**
   * Nanoseconds a call.
   *
   * @param callsNothing whether counting takes the entry alone
   */
  double nanos(Tier tier, boolean callsNothing) {
    return switch (tier) {
      case TIMED -> COUNTED_NANOS + readingsNanos;
      case COUNTED -> {
        double pair = readingsNanos > 0 ? COUNTED_IN_FULL_NANOS : COUNTED_NANOS;
        yield callsNothing ? ENTRY_NANOS : pair;
      }
      case MERGED -> 0;
    };
  }

  /** Nanoseconds of all calls, which are negative for methods without probes. */
  double nanos(long[] calls, ProgramView view) {
    double nanos = 0;
    for (int method = 0; method < calls.length; method++) {
      if (calls[method] > 0) {
        nanos += calls[method] * nanos(view.tier(method), view.traits(method).callsNothing());
      }
    }
    return nanos;
  }
}
