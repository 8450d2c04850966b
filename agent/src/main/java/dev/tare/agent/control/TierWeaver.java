package dev.tare.agent.control;

import dev.tare.agent.budget.Tier;
import dev.tare.agent.budget.TierSwitch;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.ProbePlan;
import dev.tare.agent.weave.TierHistory;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Gives methods other tiers while the program runs. What was counted stays. A call of a method that
 * is on the stack goes on with the code that it began with.
 */
public final class TierWeaver implements TierSwitch {
  private final ProbePlan plan;
  private final MethodRegistry registry;
  private final Function<Predicate<String>, LoadedClasses.Woven> weaving;
  private final TierHistory history;

  /** One that changes the plan, has the profiler weave by it, and tells the history. */
  public TierWeaver(
      ProbePlan plan, MethodRegistry registry, Profiler profiler, TierHistory history) {
    this(plan, registry, profiler::weaveAgain, history);
  }

  TierWeaver(
      ProbePlan plan,
      MethodRegistry registry,
      Function<Predicate<String>, LoadedClasses.Woven> weaving,
      TierHistory history) {
    this.plan = plan;
    this.registry = registry;
    this.weaving = weaving;
    this.history = history;
  }

  @Override
  public Outcome apply(Map<Integer, Tier> tiers) {
    Map<Integer, Tier> before = new HashMap<>();
    Map<Integer, Tier> lowest = new HashMap<>();
    Set<String> names = new HashSet<>();
    for (int method : tiers.keySet()) {
      before.put(method, plan.tier(method));
      lowest.put(method, plan.lowestTier(method));
    }
    history.beginChange(before);
    try {
      tiers.forEach(
          (method, tier) -> {
            if (plan.set(method, tier)) {
              names.add(sharedName(method));
            }
          });
      LoadedClasses.Woven woven =
          names.isEmpty()
              ? LoadedClasses.Woven.NOTHING
              : weaving.apply(className -> registry.mayGoBy(className, names));
      Set<String> refused = new HashSet<>();
      before.forEach(
          (method, tier) -> {
            if (!hasAny(woven.refused(), method)) {
              return;
            }
            refused.add(registry.className(method));
            if (hasAny(woven.woven(), method)) {
              plan.set(method, tier);
            } else {
              plan.restore(method, tier, lowest.getOrDefault(method, tier));
            }
          });
      return new Outcome(woven.count(), refused);
    } finally {
      // Also where weaving failed for want of memory: classes are woven by the plan from here on.
      history.endChange(before.keySet(), Instant.now());
    }
  }

  /** What the method's class goes by: its own name, or one that generated classes share. */
  private String sharedName(int method) {
    return registry.method(method).className();
  }

  /** Whether the method's class, or one that shares its number, is among these. */
  private boolean hasAny(Set<String> classNames, int method) {
    Set<String> name = Set.of(sharedName(method));
    return classNames.stream().anyMatch(className -> registry.mayGoBy(className, name));
  }
}
