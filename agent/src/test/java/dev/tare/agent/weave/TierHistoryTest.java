package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.agent.budget.CodeTraits;
import dev.tare.agent.budget.MethodTraits;
import dev.tare.agent.budget.Tier;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.SampledTier;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TierHistoryTest {
  private static final Instant START = Instant.parse("2026-11-23T10:00:00Z");

  private final MethodRegistry registry = new MethodRegistry();
  private final ProbePlan plan =
      ProbePlan.beginningWith(
          seen -> seen.name().startsWith("counted") ? Tier.COUNTED : Tier.TIMED, false);
  private final TierHistory full = new TierHistory(plan, registry, true);

  private int woven(String name, boolean callsNothing) {
    int method = registry.id("com/acme/A", name, "()V", null, 0);
    plan.probes(
        method,
        callsNothing,
        () ->
            new MethodTraits(
                "com.acme.A", name, "()V", new CodeTraits(1, 9, callsNothing, false, false)));
    return method;
  }

  private static MethodInfo named(String name) {
    return new MethodInfo("com.acme.A", name, "()V", null, 0);
  }

  private void change(int method, Tier tier, Instant at) {
    full.beginChange(Map.of(method, plan.tier(method)));
    plan.set(method, tier);
    full.endChange(Map.of(method, tier).keySet(), at);
  }

  @Test
  void aSampleHasTheTierOfTheMomentAtWhichItWasTaken() {
    int method = woven("m", false);
    assertEquals(SampledTier.OWN, full.tier(named("m"), START));
    change(method, Tier.MERGED, START.plusSeconds(2));
    change(method, Tier.COUNTED, START.plusSeconds(5));
    assertEquals(SampledTier.OWN, full.tier(named("m"), START.plusSeconds(1)));
    assertEquals(SampledTier.MERGED, full.tier(named("m"), START.plusSeconds(2)));
    assertEquals(SampledTier.MERGED, full.tier(named("m"), START.plusSeconds(4)));
    assertEquals(SampledTier.COUNTED, full.tier(named("m"), START.plusSeconds(9)));
  }

  @Test
  void beforeABatchIsWovenItsMethodsHaveTheTiersThatTheyHad() {
    int method = woven("m", false);
    full.beginChange(Map.of(method, Tier.TIMED));
    plan.set(method, Tier.MERGED);
    assertEquals(SampledTier.OWN, full.tier(named("m"), START.plusSeconds(60)));
  }

  @Test
  void tiersAreTheSameAsLongAsTheGenerationIs() {
    int method = woven("m", false);
    change(method, Tier.MERGED, START.plusSeconds(2));
    change(method, Tier.TIMED, START.plusSeconds(3));
    assertEquals(0, full.generation(START.plusSeconds(1)));
    assertEquals(1, full.generation(START.plusSeconds(2)));
    assertEquals(2, full.generation(START.plusSeconds(7)));
  }

  @Test
  void methodsThatWereNeverWovenHaveNoTier() {
    woven("m", false);
    assertEquals(SampledTier.OWN, full.tier(named("other"), START));
  }

  @Test
  void countedMethodsWithAnExitHaveTimeInSampledMode() {
    woven("countedLeaf", true);
    woven("countedCaller", false);
    TierHistory sampled = new TierHistory(plan, registry, false);
    assertEquals(SampledTier.COUNTED, full.tier(named("countedCaller"), START));
    assertEquals(SampledTier.OWN, sampled.tier(named("countedCaller"), START));
    assertEquals(SampledTier.COUNTED, sampled.tier(named("countedLeaf"), START));
  }
}
