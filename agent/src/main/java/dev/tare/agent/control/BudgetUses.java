package dev.tare.agent.control;

import dev.tare.agent.budget.BudgetStatus;
import dev.tare.agent.budget.OverheadEstimate;
import dev.tare.profile.BudgetUse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a budget's controller measured, as a profile has it. */
final class BudgetUses {
  private BudgetUses() {}

  /** Since the agent's start; null where nothing was measured. */
  static @Nullable BudgetUse of(Optional<BudgetStatus> known) {
    return isMeasured(known) ? untilNow(known) : null;
  }

  /** Whether the program was looked at. */
  static boolean isMeasured(Optional<BudgetStatus> known) {
    return known.isPresent() && known.get().looks() > 0;
  }

  /** Since the agent's start, measured or not; null where no time is known. */
  static @Nullable BudgetUse untilNow(Optional<BudgetStatus> known) {
    if (known.isEmpty() || known.get().cpuNanos() == 0) {
      return null;
    }
    BudgetStatus status = known.get();
    OverheadEstimate overall = status.overall();
    long cpu = status.cpuNanos();
    return new BudgetUse(
        cpu,
        own(cpu, overall.middle()),
        own(cpu, overall.high()),
        own(cpu, overall.low()),
        status.exceededNanos(),
        status.weavingNanos(),
        status.isReachable());
  }

  /**
   * What of a profile's time was lost; {@link OverheadEstimate#NONE} where nothing was measured.
   */
  static OverheadEstimate overhead(@Nullable BudgetUse use) {
    return use == null
        ? OverheadEstimate.NONE
        : new OverheadEstimate(
            use.leastOverhead(),
            use.cpuNanos() / (double) Math.max(1, use.ownNanos()) - 1,
            use.isBound() ? Double.POSITIVE_INFINITY : use.mostOverhead());
  }

  private static long own(long cpuNanos, double overhead) {
    return (long) (cpuNanos / (1 + overhead));
  }
}
