package dev.tare.agent.weave;

import dev.tare.agent.budget.CodeTraits;
import dev.tare.agent.budget.Tier;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.SampledTier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which tier each method had at each moment, for samples of stacks: they are read a second or more
 * after they were taken. For several threads.
 */
public final class TierHistory {
  private final ProbePlan plan;
  private final MethodRegistry registry;
  private final boolean countsWithoutReading;

  /** Of methods whose tier has changed: each tier with the moment from which it held. */
  private final Map<Integer, List<Held>> held = new HashMap<>();

  /** When any tier changed, rising. */
  private final List<Instant> changes = new ArrayList<>();

  private record Held(Tier tier, Instant from) {}

  /**
   * A history in which nothing has changed.
   *
   * @param countsWithoutReading whether counted methods never have time of their own, as in full
   *     mode; in sampled mode those do that have an exit
   */
  public TierHistory(ProbePlan plan, MethodRegistry registry, boolean countsWithoutReading) {
    this.plan = plan;
    this.registry = registry;
    this.countsWithoutReading = countsWithoutReading;
  }

  /** Remembers the tiers of these methods, before the plan gets others. */
  public synchronized void beginChange(Map<Integer, Tier> before) {
    before.forEach(
        (method, tier) ->
            held.computeIfAbsent(
                method, key -> new ArrayList<>(List.of(new Held(tier, Instant.MIN)))));
  }

  /**
   * Has the tiers that the plan has by now hold from this moment on.
   *
   * @param methods those of {@link #beginChange}
   */
  public synchronized void endChange(Iterable<Integer> methods, Instant at) {
    for (int method : methods) {
      List<Held> tiers = held.get(method);
      if (tiers != null) {
        tiers.add(new Held(plan.tier(method), at));
      }
    }
    changes.add(at);
  }

  /** How often tiers had changed by then: as long as this is the same, all tiers are. */
  public synchronized int generation(Instant at) {
    int generation = changes.size();
    while (generation > 0 && changes.get(generation - 1).isAfter(at)) {
      generation--;
    }
    return generation;
  }

  /** Where the time of a method went at a moment; {@link SampledTier#OWN} of one without number. */
  public synchronized SampledTier tier(MethodInfo method, Instant at) {
    int number = registry.number(method);
    if (number == MethodRegistry.UNKNOWN) {
      return SampledTier.OWN;
    }
    return switch (tierOf(number, at)) {
      case TIMED -> SampledTier.OWN;
      case COUNTED -> hasTime(number) ? SampledTier.OWN : SampledTier.COUNTED;
      case FLAT, MERGED -> SampledTier.MERGED;
    };
  }

  private Tier tierOf(int method, Instant at) {
    List<Held> tiers = held.get(method);
    if (tiers == null) {
      return plan.tier(method);
    }
    int last = tiers.size() - 1;
    while (last > 0 && tiers.get(last).from.isAfter(at)) {
      last--;
    }
    return tiers.get(last).tier;
  }

  private boolean hasTime(int method) {
    CodeTraits code = plan.code(method);
    return !countsWithoutReading && code != null && !code.callsNothing();
  }
}
