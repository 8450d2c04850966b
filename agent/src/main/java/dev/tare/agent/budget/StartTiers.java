package dev.tare.agent.budget;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * The tiers that methods begin with: by what earlier runs measured, looked up by hash; else by the
 * class file alone. There, what HotSpot always inlines and what calls nothing begins as counted,
 * for its self is less than a reading can tell and its calls are most of all calls; a loop is worth
 * a reading.
 */
public final class StartTiers implements InitialTiers {
  /** HotSpot's {@code MaxInlineSize}. */
  private static final int INLINED_SIZE = 35;

  /** What of the budget is for methods that were not measured for some time. */
  private static final double EXPLORING = 0.1;

  private final Budget budget;
  private final LearnedRates learned;
  private final Map<String, Map<String, Tier>> chosen = new HashMap<>();
  private final BooleanSupplier isOver;
  private boolean mergesAny;

  private StartTiers(Budget budget, LearnedRates learned, BooleanSupplier isOver) {
    this.budget = budget;
    this.learned = learned;
    this.isOver = isOver;
  }

  /** A method of an earlier run. */
  private record Known(String className, String method, LearnedRates.Rate rate) {}

  /**
   * Chooses for all methods that are known.
   *
   * @param isOver whether the program is over its budget: then new methods begin lighter
   */
  public static StartTiers of(
      Budget budget, ProbePrices prices, LearnedRates learned, BooleanSupplier isOver) {
    StartTiers tiers = new StartTiers(budget, learned, isOver);
    if (!budget.isOff() && !learned.all().isEmpty()) {
      tiers.choose(prices);
    }
    return tiers;
  }

  private void choose(ProbePrices prices) {
    List<Known> methods = new ArrayList<>();
    learned
        .all()
        .forEach(
            found ->
                found
                    .getValue()
                    .methods()
                    .forEach(
                        (method, rate) -> methods.add(new Known(found.getKey(), method, rate))));
    TierChoice choice = new TierChoice(methods.size());
    double factor = learned.fit(prices).quantile(BudgetController.CAUTIOUS);
    for (int i = 0; i < methods.size(); i++) {
      LearnedRates.Rate rate = methods.get(i).rate;
      double timed = rate.callsPerWork() * prices.nanos(Tier.TIMED, rate.callsNothing());
      choice.set(
          i,
          timed,
          rate.callsPerWork() * prices.nanos(Tier.COUNTED, rate.callsNothing()),
          Tier.TIMED,
          TierChoice.isLight(factor * timed, rate.selfShare(), budget) ? Tier.TIMED : Tier.MERGED,
          rate.isRoot());
    }
    double allowed = CostModel.pricedPerWork(factor, BudgetController.AIM * budget.share());
    Tier[] tiers = choice.choose(allowed * (1 - EXPLORING));
    explore(methods, choice, tiers, allowed * EXPLORING);
    for (int i = 0; i < methods.size(); i++) {
      mergesAny |= tiers[i] == Tier.MERGED;
      chosen
          .computeIfAbsent(methods.get(i).className, name -> new HashMap<>())
          .put(methods.get(i).method, tiers[i]);
    }
  }

  /** Gives merged methods a count, those first that were not measured for longest. */
  private static void explore(
      List<Known> methods, TierChoice choice, Tier[] tiers, double allowed) {
    List<Integer> oldest =
        IntStream.range(0, methods.size())
            .filter(i -> tiers[i] == Tier.MERGED && methods.get(i).rate.age() > 0)
            .boxed()
            .sorted(Comparator.comparingInt(i -> -methods.get(i).rate.age()))
            .toList();
    double left = allowed;
    for (int i : oldest) {
      double cost = choice.cost(i, Tier.COUNTED);
      if (cost <= left) {
        left -= cost;
        tiers[i] = Tier.COUNTED;
      }
    }
  }

  @Override
  public boolean willMerge(String className, String method) {
    return chosen.getOrDefault(className, Map.of()).get(method) == Tier.MERGED;
  }

  @Override
  public boolean willMergeAny() {
    return mergesAny;
  }

  @Override
  public Tier of(MethodTraits method) {
    if (budget.isOff() || method.named()) {
      return Tier.TIMED;
    }
    if (learned.knows(method)) {
      Tier known =
          chosen
              .getOrDefault(method.className(), Map.of())
              .get(method.name() + method.descriptor());
      if (known != null) {
        return known == Tier.TIMED ? method.mostUseful() : known;
      }
    }
    boolean isSmall =
        !method.loops() && (method.callsNothing() || method.plainSize() <= INLINED_SIZE);
    if (isOver.getAsBoolean()) {
      return isSmall ? Tier.MERGED : Tier.COUNTED;
    }
    return isSmall ? Tier.COUNTED : Tier.TIMED;
  }
}
