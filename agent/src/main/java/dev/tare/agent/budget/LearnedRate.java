package dev.tare.agent.budget;

/** What is known of a method from earlier runs. */
final class LearnedRate {
  private final double callsPerWork;
  private final double selfShare;
  private final int age;
  private final boolean callsNothing;
  private final boolean isRoot;
  private Tier tier;
  private boolean isTried;

  /**
   * A method.
   *
   * @param callsPerWork its calls in a nanosecond of the program's own CPU time; not a number where
   *     all that is known is that it was compiled
   * @param selfShare the CPU time of its own code / that of the program's own, counted as for the
   *     calls: above 1 where cold code counts for less; 0 where the method was never timed
   * @param age runs since its calls were measured
   * @param callsNothing whether counting takes the entry alone
   * @param isRoot whether it was entered from code that is not woven
   * @param tier the one that it had last
   */
  LearnedRate(
      double callsPerWork,
      double selfShare,
      int age,
      boolean callsNothing,
      boolean isRoot,
      Tier tier) {
    this.callsPerWork = callsPerWork;
    this.selfShare = selfShare;
    this.age = age;
    this.callsNothing = callsNothing;
    this.isRoot = isRoot;
    this.tier = tier;
  }

  /** A method that never had a probe, and was called often enough to be compiled. */
  static LearnedRate unmeasured(boolean callsNothing) {
    return new LearnedRate(Double.NaN, 0, 0, callsNothing, false, Tier.MERGED);
  }

  /** Whether all that is known of it is that it was compiled. */
  boolean isUnmeasured() {
    return Double.isNaN(callsPerWork);
  }

  double callsPerWork() {
    return callsPerWork;
  }

  double selfShare() {
    return selfShare;
  }

  int age() {
    return age;
  }

  boolean callsNothing() {
    return callsNothing;
  }

  boolean isRoot() {
    return isRoot;
  }

  /** The tier that was chosen last, in this run or before. */
  Tier tier() {
    return tier;
  }

  /**
   * The tier to begin the next run with, unless another is chosen.
   *
   * @param last the one at this run's end
   */
  Tier kept(Tier last) {
    return isTried && last == Tier.FLAT ? tier : last;
  }

  /** The tier that it begins with in this run, once it was chosen. */
  Tier begins() {
    return isTried ? Tier.FLAT : tier;
  }

  /** Chooses the tier for this run, and for later ones as far as nothing speaks against it. */
  void choose(Tier chosen) {
    tier = chosen;
  }

  /** Counts the method in this run alone, to see how often it is called. */
  void tryCounting() {
    isTried = true;
  }

  /** The same after a run that did not measure it, in which others were called so much more. */
  LearnedRate older(double scale) {
    return new LearnedRate(callsPerWork * scale, selfShare, age + 1, callsNothing, isRoot, tier);
  }
}
