package dev.tare.profile;

import org.jspecify.annotations.Nullable;

/**
 * What a run lost to its probes, against the {@code budget} of its settings. All are CPU time of
 * the application's threads while calls were recorded, in nanoseconds, so that runs add up. Weaving
 * counts in none but its own.
 *
 * @param cpuNanos what was used
 * @param ownNanos what of it the program would have used without probes, as estimated
 * @param ownLowNanos no less, with nine chances in ten that both hold; 0 where only the other end
 *     is known
 * @param ownHighNanos no more
 * @param exceededNanos what was used while the program was over its budget
 * @param weavingNanos what these threads spent in weaving classes, beside all the others
 * @param isReachable whether the budget could be kept by taking probes out
 */
public record BudgetUse(
    long cpuNanos,
    long ownNanos,
    long ownLowNanos,
    long ownHighNanos,
    long exceededNanos,
    long weavingNanos,
    boolean isReachable) {

  /** A smaller part of the CPU time is not worth telling. */
  private static final double TOLD_WEAVING = 0.01;

  /** Of two runs together. */
  public BudgetUse plus(BudgetUse other) {
    boolean isBound = isBound() || other.isBound();
    return new BudgetUse(
        cpuNanos + other.cpuNanos,
        ownNanos + other.ownNanos,
        isBound ? 0 : ownLowNanos + other.ownLowNanos,
        ownHighNanos + other.ownHighNanos,
        exceededNanos + other.exceededNanos,
        weavingNanos + other.weavingNanos,
        isReachable && other.isReachable);
  }

  /**
   * What was added to an earlier one; null for nothing. What is known of earlier work may have
   * changed since: no part is less than nothing, or more than what was used. Where only the least
   * overhead of the earlier one was known, it was that of both.
   */
  public @Nullable BudgetUse since(BudgetUse before) {
    BudgetUse earlier = before.isBound() && !isBound() ? part(before) : before;
    long cpu = cpuNanos - earlier.cpuNanos;
    if (cpu <= 0) {
      return null;
    }
    long ownHigh = within(0, ownHighNanos - earlier.ownHighNanos, cpu);
    long own = within(0, ownNanos - earlier.ownNanos, ownHigh);
    long ownLow = isBound() ? 0 : within(1, ownLowNanos - earlier.ownLowNanos, Math.max(1, own));
    long exceeded = within(0, exceededNanos - earlier.exceededNanos, cpu);
    long weaving = Math.max(0, weavingNanos - earlier.weavingNanos);
    return new BudgetUse(cpu, own, ownLow, ownHigh, exceeded, weaving, isReachable);
  }

  /** As much CPU time and weaving as another, with the overhead of this. */
  private BudgetUse part(BudgetUse other) {
    double share = (double) other.cpuNanos / cpuNanos;
    return new BudgetUse(
        other.cpuNanos,
        (long) (share * ownNanos),
        (long) (share * ownLowNanos),
        (long) (share * ownHighNanos),
        (long) (share * exceededNanos),
        other.weavingNanos,
        other.isReachable);
  }

  private static long within(long least, long value, long most) {
    return Math.max(least, Math.min(value, most));
  }

  /** Whether only the least overhead is known. */
  public boolean isBound() {
    return ownLowNanos == 0;
  }

  /** Whether weaving took so long that whoever compares runs should know. */
  public boolean tellsWeaving() {
    return weavingNanos > 0 && weavingNanos >= TOLD_WEAVING * cpuNanos;
  }

  /** The least that was lost, as a share of the program's own time. */
  public double leastOverhead() {
    return overhead(ownHighNanos);
  }

  /** The most that was lost; not to be asked for where it {@link #isBound}. */
  public double mostOverhead() {
    return overhead(ownLowNanos);
  }

  private double overhead(long own) {
    return own <= 0 ? 0 : (double) cpuNanos / own - 1;
  }
}
