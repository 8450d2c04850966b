package dev.tare.agent.weave;

import dev.tare.agent.budget.MethodTraits;
import dev.tare.agent.budget.Tier;

/** For tests of other packages: methods that are counted by their entry alone. */
public final class EntriesAlone {
  private EntriesAlone() {}

  /** Has a registry tell that this one of its methods is. */
  public static void tell(MethodRegistry registry, int method) {
    ProbePlan plan = ProbePlan.beginningWith(traits -> Tier.COUNTED, true);
    plan.probes(
        method, () -> new MethodTraits("p.Methods", "m", "()V", 0, 1, 1, true, false, false));
    registry.showTiersOf(plan);
  }
}
