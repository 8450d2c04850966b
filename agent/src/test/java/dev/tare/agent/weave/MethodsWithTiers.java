package dev.tare.agent.weave;

import dev.tare.agent.budget.CodeTraits;
import dev.tare.agent.budget.MethodTraits;
import dev.tare.agent.budget.Tier;
import java.util.Map;
import java.util.Set;

/** For tests of other packages: methods and their tiers. */
public final class MethodsWithTiers {
  private MethodsWithTiers() {}

  /**
   * Has a registry tell that this one of its methods was counted by its entry alone.
   *
   * @param now the tier that it has since
   */
  public static void tellEntryAlone(MethodRegistry registry, int method, Tier now) {
    ProbePlan plan = plan(method, Tier.COUNTED);
    plan.set(method, now);
    registry.showTiersOf(plan);
  }

  /**
   * Has a registry tell that this method is flat, and that each call of the caller calls it.
   *
   * @param areAll whether the caller's other instructions do not call it
   */
  public static void tellFlat(MethodRegistry registry, int method, int caller, boolean areAll) {
    ProbePlan plan = plan(method, Tier.FLAT);
    plan.directCalls().implies(caller, Map.of(method, new DirectCalls.Implied(1, true, areAll)));
    registry.showTiersOf(plan);
  }

  /** Has a registry tell that this method has no probes, and that the caller counts its calls. */
  public static void tellCounted(MethodRegistry registry, int method, int caller) {
    ProbePlan plan = plan(method, Tier.MERGED);
    plan.directCalls().counts(caller, Set.of(method), Set.of());
    registry.showTiersOf(plan);
  }

  /** Has a registry tell that classes of this name, with dots, differ. */
  public static void tellDiffering(MethodRegistry registry, String className) {
    registry.directCalls().differ(className);
  }

  /** A plan by which this method is timed. */
  public static ProbePlan timed(int method) {
    return plan(method, Tier.TIMED);
  }

  private static ProbePlan plan(int method, Tier tier) {
    ProbePlan plan = ProbePlan.beginningWith(traits -> tier, true);
    plan.probes(
        method,
        true,
        () -> new MethodTraits("p.Methods", "m", "()V", new CodeTraits(0, 1, true, false, false)));
    return plan;
  }
}
