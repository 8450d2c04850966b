package dev.tare.agent.budget;

/** What a run knows that follows another. */
final class NextRun {
  private NextRun() {}

  /** As from a file that was written and read, without rounding. */
  static LearnedRates of(LearnedRates rates) {
    return new LearnedRates(
        rates.classes(),
        rates.factors(),
        rates.prices(),
        rates.thresholds(),
        rates.runs() + 1,
        rates.methods());
  }
}
