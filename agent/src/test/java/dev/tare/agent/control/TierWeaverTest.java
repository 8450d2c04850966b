package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.budget.Tier;
import dev.tare.agent.budget.TierSwitch;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.MethodsWithTiers;
import dev.tare.agent.weave.ProbePlan;
import dev.tare.agent.weave.TierHistory;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TierWeaverTest {
  private static final String NAME = "com.acme.A";

  private final MethodRegistry registry = new MethodRegistry();
  private final int method = registry.id("com/acme/A", "m", "()V", null, 0);
  private final ProbePlan plan = MethodsWithTiers.timed(method);

  private TierSwitch.Outcome merge(LoadedClasses.Woven woven) {
    return new TierWeaver(plan, registry, names -> woven, new TierHistory(plan, registry, false))
        .apply(Map.of(method, Tier.MERGED));
  }

  private void demand(Tier tier, Tier lowest) {
    assertEquals(tier, plan.tier(method));
    assertEquals(lowest, plan.lowestTier(method));
  }

  @Test
  void aMethodThatIsWovenHasItsNewTier() {
    merge(new LoadedClasses.Woven(1, Set.of(), Set.of()));
    demand(Tier.MERGED, Tier.MERGED);
  }

  /** All of its calls are counted, before and after. */
  @Test
  void aMethodWhoseClassIsRefusedNeverHadTheTier() {
    TierSwitch.Outcome outcome = merge(new LoadedClasses.Woven(0, Set.of(NAME), Set.of()));
    assertEquals(Set.of(NAME), outcome.refused());
    demand(Tier.TIMED, Tier.TIMED);
  }

  @Test
  void whatItHadBeforeStays() {
    plan.set(method, Tier.FLAT);
    plan.set(method, Tier.COUNTED);
    merge(new LoadedClasses.Woven(0, Set.of(NAME), Set.of()));
    demand(Tier.COUNTED, Tier.FLAT);
  }

  @Test
  void whereAnotherClassOfTheNameIsWovenItHasNotAllCalls() {
    merge(new LoadedClasses.Woven(1, Set.of(NAME), Set.of(NAME)));
    demand(Tier.TIMED, Tier.MERGED);
  }
}
