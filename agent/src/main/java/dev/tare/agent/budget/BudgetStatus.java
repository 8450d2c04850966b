package dev.tare.agent.budget;

/**
 * What the controller knows and did, for whoever asks. Immutable.
 *
 * @param budget what may be lost
 * @param recent overhead in the last stretch between two looks
 * @param overall overhead since the agent's start, all stretches together
 * @param cpuNanos CPU time of the application's threads while they were recorded, without weaving
 *     and commands to the profiler
 * @param weavingNanos what weaving took in these threads
 * @param exceededNanos the part of {@code cpuNanos} in stretches over the budget
 * @param isReachable whether the budget can be kept with the methods that always keep a probe
 * @param isWatched whether the program is looked at: not after a fault
 * @param looks how often the controller looked
 * @param batches how often classes were woven again
 */
public record BudgetStatus(
    Budget budget,
    OverheadEstimate recent,
    OverheadEstimate overall,
    long cpuNanos,
    long weavingNanos,
    long exceededNanos,
    boolean isReachable,
    boolean isWatched,
    int looks,
    int batches) {

  /** Before the first look. */
  static BudgetStatus begin(Budget budget) {
    return new BudgetStatus(
        budget, OverheadEstimate.NONE, OverheadEstimate.NONE, 0, 0, 0, true, true, 0, 0);
  }

  /** The same after a fault. */
  BudgetStatus unwatched() {
    return new BudgetStatus(
        budget,
        recent,
        overall,
        cpuNanos,
        weavingNanos,
        exceededNanos,
        isReachable,
        false,
        looks,
        batches);
  }

  /**
   * The same up to a later moment, as if the overhead since the last look were that of the stretch
   * before it. Before the first look that is not known.
   *
   * @param laterNanos {@link #cpuNanos} by then
   * @param laterWeavingNanos {@link #weavingNanos} by then
   */
  BudgetStatus until(long laterNanos, long laterWeavingNanos) {
    long more = laterNanos - cpuNanos;
    if (more <= 0) {
      return this;
    }
    return new BudgetStatus(
        budget,
        recent,
        overall.with((double) cpuNanos, recent, (double) more),
        laterNanos,
        laterWeavingNanos,
        exceededNanos + (recent.middle() > budget.share() ? more : 0),
        isReachable,
        isWatched,
        looks,
        batches);
  }

  /** The present overhead in a few words: {@code overhead 6 to 11% of a budget of 10%}. */
  public String text() {
    return text(recent, "");
  }

  /**
   * The same of another time.
   *
   * @param remark what follows on the overhead; may be empty
   */
  public String text(OverheadEstimate overhead, String remark) {
    return "overhead " + overhead.text() + remark + " " + ofBudget();
  }

  /** What the overhead is to be compared with: {@code of a budget of 10%}. */
  public String ofBudget() {
    return "of a budget of "
        + budget
        + (!isWatched
            ? ", which is not kept any more"
            : isReachable ? "" : ", which cannot be kept with fewer probes");
  }
}
