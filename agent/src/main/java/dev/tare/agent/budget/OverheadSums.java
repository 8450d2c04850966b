package dev.tare.agent.budget;

/** Overhead of all stretches together. */
final class OverheadSums {
  private double cpu;
  private double low;
  private double middle;
  private double high;
  private double exceeded;
  private double priced;

  void add(PriceFit.Stretch stretch, OverheadEstimate estimate, Budget budget) {
    cpu += stretch.cpu();
    priced += stretch.priced();
    low += stretch.cpu() / (1 + estimate.low());
    middle += stretch.cpu() / (1 + estimate.middle());
    high += stretch.cpu() / (1 + estimate.high());
    exceeded += estimate.middle() > budget.share() ? stretch.cpu() : 0;
  }

  OverheadEstimate estimate() {
    return new OverheadEstimate(share(low), share(middle), share(high));
  }

  /** Cost of all calls by their price. Without priced calls: the median factor of the fit. */
  double factor(PriceFit fit) {
    return priced == 0 ? fit.quantile(0.5) : (cpu - middle) / priced;
  }

  long exceededNanos() {
    return (long) exceeded;
  }

  private double share(double work) {
    return work == 0 ? 0 : cpu / work - 1;
  }
}
