package dev.tare.agent.budget;

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

  /** Of an entry alone. */
  static final double ENTRY_NANOS = 5;

  /** Of an entry's and an exit's readings, where no calibration says it. */
  static final double READINGS_NANOS = 60;

  /** What of all these the calibration's kernels show: at least so much any program pays. */
  static final double LOWEST_FACTOR = 1.0 / 3;

  private final double readingsNanos;

  private ProbePrices(double readingsNanos) {
    this.readingsNanos = readingsNanos;
  }

  /** Of a mode whose probes take no reading. */
  public static ProbePrices sampled() {
    return new ProbePrices(0);
  }

  /**
   * Of a mode whose probes all take a reading.
   *
   * @param pairNanos what an entry and an exit cost in the calibration; NaN where it is not known
   */
  public static ProbePrices full(double pairNanos) {
    return new ProbePrices(pairNanos > 0 ? pairNanos : READINGS_NANOS);
  }

  /** What factors are told apart by: whether probes take readings. */
  String mode() {
    return readingsNanos > 0 ? "full" : "sampled";
  }

  /**
   * Nanoseconds a call.
   *
   * @param callsNothing whether counting takes the entry alone
   */
  double nanos(Tier tier, boolean callsNothing) {
    return switch (tier) {
      case TIMED -> COUNTED_NANOS + readingsNanos;
      case COUNTED -> callsNothing ? ENTRY_NANOS : COUNTED_NANOS;
      case MERGED -> 0;
    };
  }
}
