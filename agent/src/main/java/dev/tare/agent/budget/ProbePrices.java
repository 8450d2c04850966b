package dev.tare.agent.budget;

import java.util.function.DoubleSupplier;

/**
 * What a call of a method costs with its probes, in nanoseconds of CPU time, in a program whose
 * every method has them and whose code is compiled. What it costs in this program is found by
 * {@link PriceFit}, as one factor for all.
 */
public final class ProbePrices {
  /**
   * Of an entry and an exit without a reading, with the search for a node that caches hold: H2's
   * calls where all methods have probes, sampled mode, docs/results.
   */
  static final double COUNTED_NANOS = 9;

  /** The same in full mode, whose probes are called and find out first that none is to be taken. */
  static final double COUNTED_IN_FULL_NANOS = 18;

  /** Of an entry alone. */
  static final double ENTRY_NANOS = 5;

  /**
   * Of a flat call: with the factor's median 4, of 2.3 to 4.5 that were measured (docs/results).
   */
  static final double FLAT_NANOS = 5;

  /** The same in full mode, whose factor is twice that of sampled mode. */
  static final double FLAT_IN_FULL_NANOS = 2.5;

  /** Of an entry's and an exit's readings, until it is measured. */
  static final double READINGS_NANOS = 60;

  /** How much of {@link #coldOverhead} depends on what calls cost by their price. */
  private static final double COLD_EXPONENT = 0.25;

  /**
   * {@link #coldOverhead} is at most this many times the price of all calls: where few methods are
   * woven, cold code loses little. Programs of which all methods were woven lost up to 40 times.
   */
  private static final double MOST_BY_PRICE = 100;

  /** So many times readings are measured at a look; the least counts, for interrupts add to it. */
  private static final int MEASUREMENTS = 40;

  /** A mode, and what of its price is measured. */
  private enum Kind {
    /** Probes without readings: what it takes to load nodes that are in no cache. */
    SAMPLED,
    /** Probes with readings: what these take. */
    FULL
  }

  private final Kind kind;
  private final String key;
  private final DoubleSupplier measurement;
  private double measuredNanos;

  private ProbePrices(Kind kind, String key, double measuredNanos, DoubleSupplier measurement) {
    this.kind = kind;
    this.key = key;
    this.measuredNanos = measuredNanos;
    this.measurement = measurement;
  }

  /**
   * Of a mode whose probes take no reading as a rule.
   *
   * @param search measures by how much longer a call's search for its node takes in this program
   *     than once more right behind it, in nanoseconds; NaN where it cannot
   */
  public static ProbePrices sampled(DoubleSupplier search) {
    return new ProbePrices(Kind.SAMPLED, "sampled", 0, search);
  }

  /**
   * Of a mode whose probes all take a reading.
   *
   * @param metric what they read, for each has a price of its own
   * @param pair measures what an entry and an exit take, in nanoseconds; NaN where it cannot
   */
  public static ProbePrices full(String metric, DoubleSupplier pair) {
    return new ProbePrices(Kind.FULL, "full-" + metric, READINGS_NANOS, () -> leastOf(pair));
  }

  private static double leastOf(DoubleSupplier pair) {
    double least = Double.NaN;
    for (int i = 0; i < MEASUREMENTS; i++) {
      double nanos = pair.getAsDouble();
      least = nanos > 0 && !(nanos > least) ? nanos : least;
    }
    return least;
  }

  /** Measures what is measured of the price, in this program and on this machine. */
  void measure() {
    double nanos = measurement.getAsDouble();
    if (!Double.isNaN(nanos)) {
      measuredNanos = Math.max(0, nanos);
    }
  }

  /** What was measured, in this run or, before that, in an earlier one; a default before both. */
  double measuredNanos() {
    return measuredNanos;
  }

  /** What an earlier run measured. */
  void setMeasuredNanos(double nanos) {
    measuredNanos = nanos;
  }

  /**
   * What is believed of the factor where nothing was compared. Full mode: H2 has 1.75 to 2.1, small
   * programs have 0.5 to 1.5. In sampled mode the price has what caches lack in it, and a processor
   * does other work while it waits for memory: H2 has 0.5 to 0.9, ECJ 0.8 to 1.7 (docs/results).
   */
  PriceFit fit() {
    double median = kind == Kind.FULL ? 1.5 : 0.75;
    double deviation = kind == Kind.FULL ? 0.6 : 0.5;
    return new PriceFit(Math.log(median), deviation, lowestFactor());
  }

  /**
   * The overhead of a stretch whose code is being compiled, where no samples tell, as a share of
   * its work. It hardly depends on how many calls have probes: woven classes take longer to load, a
   * probe takes longer in interpreted code, and compilers need more time until code is fast
   * (docs/results/2026-11-30-cold-2.md).
   */
  double coldOverhead(PriceFit.Stretch stretch) {
    double ofAll = kind == Kind.FULL ? 1.25 : 0.6;
    double priced = stretch.priced() / stretch.cpu();
    return Math.min(ofAll * Math.pow(priced, COLD_EXPONENT), MOST_BY_PRICE * priced);
  }

  /**
   * The most that prices of calls are multiplied by where {@link #coldOverhead} tells. The rest of
   * that overhead is no cost of calls, so it is not subtracted from self values (ADR 210).
   */
  double mostOfColdCalls() {
    return kind == Kind.FULL ? 3 : 1.15;
  }

  /** The least factor of any program: that of the calibration's kernels. */
  double lowestFactor() {
    return kind == Kind.FULL ? 2.0 / 3 : 1.0 / 3;
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
      case TIMED -> COUNTED_NANOS + measuredNanos;
      case COUNTED -> counted(callsNothing) + (kind == Kind.SAMPLED ? measuredNanos : 0);
      case FLAT -> flat();
      case MERGED -> 0;
    };
  }

  private double counted(boolean isEntryAlone) {
    if (isEntryAlone) {
      return ENTRY_NANOS;
    }
    return kind == Kind.FULL ? COUNTED_IN_FULL_NANOS : COUNTED_NANOS;
  }

  private double flat() {
    return kind == Kind.FULL ? FLAT_IN_FULL_NANOS : FLAT_NANOS;
  }

  /** Of calls without a reading, where all prices are multiplied by this factor. */
  CallPrices ofCalls(double factor) {
    return new CallPrices(factor * counted(false), factor * counted(true), factor * flat(), factor);
  }

  /** Nanoseconds of all calls, which are negative for methods without probes. */
  double nanos(long[] calls, ProgramView view) {
    double nanos = 0;
    for (int method = 0; method < calls.length; method++) {
      if (calls[method] > 0) {
        nanos += calls[method] * nanos(view.tier(method), view.code(method).callsNothing());
      }
    }
    return nanos;
  }
}
