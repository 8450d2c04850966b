package dev.tare.agent.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tare.agent.budget.Tier;
import dev.tare.agent.budget.TierSwitch;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.MethodsWithTiers;
import dev.tare.agent.weave.ProbePlan;
import dev.tare.agent.weave.TierHistory;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.SampledTier;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TierWeaverTest {
  private static final String NAME = "com.acme.A";

  private final MethodRegistry registry = new MethodRegistry();
  private final int method = registry.id("com/acme/A", "m", "()V", null, 0);
  private final ProbePlan plan = MethodsWithTiers.timed(method);

  private TierSwitch.Outcome merge(LoadedClasses.Woven woven) {
    return merge(plan, method, isWanted -> woven);
  }

  private TierSwitch.Outcome merge(
      ProbePlan of, int number, Function<Predicate<String>, LoadedClasses.Woven> weaving) {
    return new TierWeaver(of, registry, weaving, new TierHistory(of, registry, false))
        .apply(Map.of(number, Tier.MERGED));
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

  /** Classes that are woven later are woven by the plan. */
  @Test
  void afterAFailureTheHistoryIsAsThePlanIs() {
    MethodInfo info = registry.method(method);
    TierHistory history = new TierHistory(plan, registry, false);
    TierWeaver weaver =
        new TierWeaver(
            plan,
            registry,
            isWanted -> {
              throw new OutOfMemoryError("of the test");
            },
            history);
    assertThrows(OutOfMemoryError.class, () -> weaver.apply(Map.of(method, Tier.MERGED)));
    demand(Tier.MERGED, Tier.MERGED);
    assertEquals(SampledTier.MERGED, history.tier(info, Instant.now()));
  }

  /** By the first class's name alone, the others would keep their probes. */
  @Test
  void allLoadedClassesThatShareANumberAreWovenAgain() {
    int shared = giveNumbersToManyAlike();
    Set<String> wanted = new TreeSet<>();
    merge(
        MethodsWithTiers.timed(shared),
        shared,
        isWanted -> {
          Stream.of("A", "Query7", "Query1000", "Query1001", "Query1002", "Other1001")
              .filter(name -> isWanted.test("com.acme." + name))
              .forEach(wanted::add);
          return LoadedClasses.Woven.NOTHING;
        });
    assertEquals(Set.of("Query1000", "Query1001", "Query1002"), wanted);
  }

  @Test
  void whereOneOfTheClassesThatShareANumberIsRefusedItHasNotAllCalls() {
    int shared = giveNumbersToManyAlike();
    ProbePlan planOfShared = MethodsWithTiers.timed(shared);
    TierSwitch.Outcome outcome =
        merge(
            planOfShared,
            shared,
            isWanted ->
                new LoadedClasses.Woven(
                    1, Set.of("com.acme.Query1001"), Set.of("com.acme.Query1002")));
    assertEquals(Set.of(registry.className(shared)), outcome.refused());
    assertEquals(Tier.TIMED, planOfShared.tier(shared));
    assertEquals(Tier.MERGED, planOfShared.lowestTier(shared));
  }

  private int giveNumbersToManyAlike() {
    int last = MethodRegistry.UNKNOWN;
    for (int i = 0; i <= 1_002; i++) {
      last = registry.id("com/acme/Query" + i, "run", "()V", null, 0);
    }
    assertEquals("com.acme.Query*", registry.method(last).className());
    return last;
  }
}
