package dev.tare.agent.budget;

/**
 * How much of a stretch's CPU time was the program's own work, for a given factor. A factor that
 * makes probes dear leaves less work, so whoever chooses by a factor takes the work by the same
 * one.
 *
 * @param stretch CPU time, and calls by price
 * @param calls of all methods in it
 * @param isWarm whether its code was compiled
 * @param age CPU time of the program at its end, in nanoseconds
 */
record StretchWork(PriceFit.Stretch stretch, double calls, boolean isWarm, long age) {
  /** Of a program that just began. */
  static final StretchWork NONE = new StretchWork(new PriceFit.Stretch(0, 0), 0, false, 0);

  /** Nanoseconds of work. */
  double nanos(double factor) {
    return CostModel.work(factor, stretch.priced(), stretch.cpu());
  }

  /** The work as it counts where tiers are chosen, in nanoseconds: in cold code, a part of it. */
  double counted(double factor) {
    return isWarm ? nanos(factor) : ColdCode.countedWork(nanos(factor), calls);
  }

  /**
   * The work that the next run's tiers are chosen by. After a long run it is what counts. After a
   * short one it is the geometric mean of both: the next run may be as cold, or much longer.
   */
  double learnt(double factor) {
    return age < ColdCode.LEARNT_FROM_NANOS
        ? Math.sqrt(nanos(factor) * counted(factor))
        : counted(factor);
  }

  /** Overhead as a share of the work. */
  double overhead(double factor) {
    return CostModel.overhead(factor, stretch.priced(), nanos(factor));
  }

  /** Overhead as a share of what the work counts for. */
  double countedOverhead(double factor) {
    return CostModel.overhead(factor, stretch.priced(), counted(factor));
  }
}
