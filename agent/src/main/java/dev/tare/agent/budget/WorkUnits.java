package dev.tare.agent.budget;

/**
 * The work of a stretch, as a multiple of that of the program's first stretch.
 *
 * @param median by what half of the anchors say
 * @param least a cautious ratio: in each stretch, the median lowered by one standard deviation of
 *     the anchors' logarithms, which five of six anchors reach. Far below the median where
 *     stretches do different work
 */
record WorkUnits(double median, double least) {
  /**
   * So many times more or less than by CPU time: where kinds of work take turns, each comparison of
   * two kinds may say more than the one before, without end.
   */
  static final double MOST = 32;

  /** Of the first stretch. */
  static final WorkUnits ONE = new WorkUnits(1, 1);

  /** Of the next stretch, by its anchors' calls. */
  WorkUnits next(AnchorRatio ratio) {
    return new WorkUnits(
        median * Math.exp(ratio.log()), least * Math.exp(ratio.log() - ratio.deviation()));
  }

  /**
   * The same, as far as it agrees with the CPU time of the work.
   *
   * @param byTime its nanoseconds / those of the first stretch
   */
  WorkUnits boundedBy(double byTime) {
    return next(Math.min(Math.max(median, byTime / MOST), byTime * MOST) / median);
  }

  /** Of the next stretch, which does so many times the work. */
  WorkUnits next(double more) {
    return new WorkUnits(median * more, least * more);
  }
}
