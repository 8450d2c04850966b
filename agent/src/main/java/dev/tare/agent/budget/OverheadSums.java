package dev.tare.agent.budget;

/** Overhead of all stretches together. */
final class OverheadSums {
  /**
   * CPU time that the program may save because the agent runs first: classes and code of the JDK
   * that both use are loaded and compiled by then. Short programs without any probe needed 0.14 to
   * 0.32 s less on JDK 25 (docs/results/2026-11-30-head-start.md).
   */
  static final double HEAD_START_NANOS = 0.35 * Looks.SECOND;

  private final Budget budget;

  private double cpu;
  private double low;
  private double middle;
  private double high;
  private double exceeded;
  private double priced;
  private double ofCalls;

  OverheadSums(Budget budget) {
    this.budget = budget;
  }

  /**
   * Adds a stretch.
   *
   * @param callNanos what of the overhead its calls took, in nanoseconds
   */
  void add(PriceFit.Stretch stretch, OverheadEstimate estimate, double callNanos) {
    cpu += stretch.cpu();
    priced += stretch.priced();
    ofCalls += callNanos;
    addWork(stretch.cpu(), estimate);
  }

  /**
   * Replaces the estimate of a stretch that was added, as more is known of it now.
   *
   * @param moreCallNanos how much more its calls took than was known before
   */
  void replace(
      PriceFit.Stretch stretch,
      OverheadEstimate before,
      OverheadEstimate now,
      double moreCallNanos) {
    ofCalls += moreCallNanos;
    addWork(-stretch.cpu(), before);
    addWork(stretch.cpu(), now);
  }

  private void addWork(double ofCpu, OverheadEstimate estimate) {
    low += ofCpu / (1 + estimate.low());
    middle += ofCpu / (1 + estimate.middle());
    high += ofCpu / (1 + estimate.high());
    exceeded += estimate.middle() > budget.share() ? ofCpu : 0;
  }

  OverheadEstimate estimate() {
    double mostWork = Math.min(low + HEAD_START_NANOS, cpu);
    return new OverheadEstimate(share(mostWork), share(middle), share(high));
  }

  /** Cost of all calls / their price. Without priced calls: the median factor of the fit. */
  double factor(PriceFit fit) {
    return priced == 0 ? fit.quantile(0.5) : ofCalls / priced;
  }

  long exceededNanos() {
    return (long) exceeded;
  }

  private double share(double work) {
    return work == 0 ? 0 : cpu / work - 1;
  }
}
