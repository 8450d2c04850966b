package dev.tare.agent.budget;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

  /** Methods are tried in one of so many runs: the classes of all their callers are woven anew. */
  private static final int TRIED_EVERY = 16;

  private final Budget budget;
  private final LearnedRates learned;
  private final BooleanSupplier isOver;
  private boolean doesAnyLackNodes;

  private StartTiers(Budget budget, LearnedRates learned, BooleanSupplier isOver) {
    this.budget = budget;
    this.learned = learned;
    this.isOver = isOver;
  }

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
    List<LearnedRate> methods = new ArrayList<>();
    learned.all().forEach(found -> methods.addAll(found.getValue().methods().values()));
    TierChoice choice = new TierChoice(methods.size());
    double factor = learned.fit(prices).quantile(WorkMeter.CAUTIOUS);
    for (int i = 0; i < methods.size(); i++) {
      LearnedRate rate = methods.get(i);
      TierChoice.Costs costs =
          TierChoice.Costs.of(rate.callsPerWork(), prices, rate.callsNothing());
      boolean isLight = TierChoice.isLight(factor * costs.timed(), rate.selfShare(), budget);
      choice.set(i, costs, Tier.TIMED, isLight ? Tier.TIMED : Tier.MERGED, rate.isRoot());
      choice.had(i, rate.tier());
    }
    double allowed = CostModel.pricedPerWork(factor, budget.aim());
    Tier[] tiers = choice.choose(allowed * (1 - EXPLORING), learned.threshold(prices));
    learned.putThreshold(prices, choice.threshold());
    for (int i = 0; i < methods.size(); i++) {
      methods.get(i).choose(tiers[i]);
    }
    if (learned.runs() % TRIED_EVERY == 0) {
      explore(methods, choice, allowed * EXPLORING);
    }
    doesAnyLackNodes = methods.stream().anyMatch(rate -> !rate.begins().hasNodes());
  }

  /**
   * Gives merged methods a flat count, those first that were not measured for longest, then cheap
   * ones.
   */
  private static void explore(List<LearnedRate> methods, TierChoice choice, double allowed) {
    List<Integer> oldest =
        IntStream.range(0, methods.size())
            .filter(i -> methods.get(i).tier() == Tier.MERGED && methods.get(i).age() > 0)
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer i) -> -methods.get(i).age())
                    .thenComparingDouble(i -> choice.cost(i, Tier.FLAT)))
            .toList();
    double left = allowed;
    for (int i : oldest) {
      double cost = choice.cost(i, Tier.FLAT);
      if (cost <= left) {
        left -= cost;
        methods.get(i).tryCounting();
      }
    }
  }

  @Override
  public boolean willLackNodes(String className, String method) {
    LearnedRate rate = learned.rate(className, method);
    return rate != null && !rate.begins().hasNodes();
  }

  @Override
  public boolean willAnyLackNodes() {
    return doesAnyLackNodes;
  }

  @Override
  public Tier of(MethodTraits method) {
    if (budget.isOff() || method.named()) {
      return Tier.TIMED;
    }
    LearnedRates.KnownClass known = learned.used(method);
    if (known != null) {
      LearnedRate rate = known.rate(method);
      // Of a class that is known, what the file does not have is not called.
      return rate == null || rate.begins() == Tier.TIMED ? method.mostUseful() : rate.begins();
    }
    boolean isSmall =
        !method.loops() && (method.callsNothing() || method.plainSize() <= INLINED_SIZE);
    if (isOver.getAsBoolean()) {
      return isSmall ? Tier.FLAT : Tier.COUNTED;
    }
    return isSmall ? Tier.COUNTED : Tier.TIMED;
  }
}
