package dev.tare.agent.budget;

/** Overhead of all stretches together. */
final class OverheadSums {
  private double cpu;
  private double low;
  private double middle;
  private double high;
  private double priced;
  private double exceeded;
  private long samples;
  private long probeSamples;

  void add(
      PriceFit.Stretch stretch,
      OverheadEstimate estimate,
      Budget budget,
      long samples,
      long probeSamples) {
    cpu += stretch.cpu();
    low += stretch.cpu() / (1 + estimate.low());
    middle += stretch.cpu() / (1 + estimate.middle());
    high += stretch.cpu() / (1 + estimate.high());
    priced += stretch.priced();
    exceeded += estimate.middle() > budget.share() ? stretch.cpu() : 0;
    this.samples += samples;
    this.probeSamples += probeSamples;
  }

  OverheadEstimate estimate(boolean isBound) {
    return new OverheadEstimate(share(low), share(middle), share(high), isBound);
  }

  /** By the lowest prices. */
  double modelled() {
    double probes = ProbePrices.LOWEST_FACTOR * priced;
    return cpu > probes ? probes / (cpu - probes) : 0;
  }

  /** By samples; NaN where there are none. */
  double sampled() {
    return samples > probeSamples ? (double) probeSamples / (samples - probeSamples) : Double.NaN;
  }

  long exceededNanos() {
    return (long) exceeded;
  }

  private double share(double work) {
    return work == 0 ? 0 : cpu / work - 1;
  }
}
