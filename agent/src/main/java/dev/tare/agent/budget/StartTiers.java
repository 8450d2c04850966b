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
 * a reading. In a large program small methods begin flat; if its budget is tight, nearly all begin
 * without probes, but for a part of the classes, which is another in each run.
 */
public final class StartTiers implements InitialTiers {
  /** HotSpot's {@code MaxInlineSize}. */
  private static final int INLINED_SIZE = 35;

  /** HotSpot never inlines larger methods; one of 400 calls of a service is of such a method. */
  private static final int LARGE_BODY = 500;

  /**
   * In a large program, methods of up to so many bytes begin flat: with nodes and readings for all,
   * first runs lost up to 233% (docs/results/2026-11-30-flat-starts.md).
   */
  private static final int FLAT_SIZE = 100;

  /** The part of the aim that a run spends on trying methods without a recent measurement. */
  private static final double EXPLORING = 0.1;

  /** Methods are tried in one of so many runs: the classes of all their callers are woven anew. */
  private static final int TRIED_EVERY = 16;

  /**
   * The classes of a large program that nothing is known of are tried in one of so many runs: each
   * of them is woven anew when its trial begins, and when it ends.
   */
  static final int PARTS = 256;

  /**
   * In a large program, methods that earlier runs found to be called seldom get their probes in so
   * many runs, a part of their classes in each: classes that are woven anew make a start longer.
   */
  static final int SPREAD = 8;

  /**
   * With more methods a program is large: its code is compiled for minutes. H2 loads 8,000, the
   * Eclipse compiler 10,000, a Spring Boot service 89,000.
   */
  static final int LARGE_METHODS = 12_000;

  private final Budget budget;
  private final LearnedRates learned;
  private final BooleanSupplier isOver;
  private final boolean beginsLarge;
  private boolean doesAnyLackNodes;

  private StartTiers(
      Budget budget, LearnedRates learned, boolean looksLarge, BooleanSupplier isOver) {
    this.budget = budget;
    this.learned = learned;
    this.isOver = isOver;
    beginsLarge = isLarge(learned, looksLarge);
  }

  /**
   * Chooses for all methods that are known.
   *
   * @param looksLarge whether the program is most likely large, where no earlier run tells
   * @param isOver whether the program is over its budget: then new methods begin lighter
   */
  public static StartTiers of(
      Budget budget,
      ProbePrices prices,
      LearnedRates learned,
      boolean looksLarge,
      BooleanSupplier isOver) {
    StartTiers tiers = new StartTiers(budget, learned, looksLarge, isOver);
    if (!budget.isOff() && !learned.all().isEmpty()) {
      tiers.choose(prices);
    }
    return tiers;
  }

  /**
   * Whether a program is large, as far as its start can tell.
   *
   * @param looksLarge the answer where no earlier run tells
   */
  public static boolean isLarge(LearnedRates learned, boolean looksLarge) {
    return learned.methodsBefore() == 0 ? looksLarge : learned.methodsBefore() > LARGE_METHODS;
  }

  /** What the class files alone say: the same in each run, whatever its threads do. */
  public static InitialTiers byClassFiles() {
    return method -> method.code().named() ? Tier.TIMED : byClassFile(method.code());
  }

  private void choose(ProbePrices prices) {
    List<LearnedRate> methods = new ArrayList<>();
    learned.all().forEach(found -> methods.addAll(found.getValue().methods().values()));
    methods.removeIf(LearnedRate::isUnmeasured);
    TierChoice choice = new TierChoice(methods.size());
    double factor = learned.fit(prices).quantile(WorkMeter.CAUTIOUS);
    for (int i = 0; i < methods.size(); i++) {
      LearnedRate rate = methods.get(i);
      TierChoice.Costs costs =
          TierChoice.Costs.of(rate.callsPerWork(), prices, rate.callsNothing());
      if (TierChoice.isLight(factor * costs.timed(), rate.selfShare(), budget)) {
        choice.setLight(i, costs, Tier.TIMED);
      } else {
        choice.set(i, costs, Tier.TIMED, Tier.MERGED, rate.isRoot());
        choice.had(i, rate.tier());
      }
    }
    choice.limitLight(budget, factor);
    double allowed = CostModel.pricedPerWork(factor, budget.aim());
    boolean isExploring = learned.runs() % TRIED_EVERY == 0;
    double forTried = isExploring ? EXPLORING * allowed : 0;
    Tier[] tiers = choice.choose(allowed - forTried, learned.threshold(prices));
    learned.putThreshold(prices, choice.threshold());
    for (int i = 0; i < methods.size(); i++) {
      methods.get(i).choose(tiers[i]);
    }
    if (isExploring) {
      explore(methods, choice, forTried);
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
    return rate != null && !rate.isUnmeasured() && !rate.begins().hasNodes();
  }

  @Override
  public boolean willAnyLackNodes() {
    return doesAnyLackNodes;
  }

  @Override
  public boolean isInTurn(CodeTraits code) {
    int run = learned.runs();
    boolean getsTurn = !isItsTurn(code, run) && isItsTurn(code, run + 1);
    boolean waits = getsTurn && !isSmall(code) && code.plainSize() <= LARGE_BODY;
    return (waits || isTried(code, run) || isTried(code, run + 1))
        && budget.isTight()
        && (beginsLarge || learned.methods() > LARGE_METHODS);
  }

  @Override
  public Tier of(MethodTraits method) {
    CodeTraits code = method.code();
    if (budget.isOff() || code.named()) {
      return Tier.TIMED;
    }
    boolean isLarge = learned.begins() > LARGE_METHODS || beginsLarge;
    KnownClass known = learned.used(method);
    LearnedRate rate = known == null ? null : known.rate(method);
    boolean isUnmeasured = rate != null && rate.isUnmeasured();
    if (rate != null && !isUnmeasured) {
      return rate.begins() == Tier.TIMED ? code.mostUseful() : rate.begins();
    }
    if (budget.isTight() && (isUnmeasured || (isLarge && lacksRate(code, known != null)))) {
      if (!isTried(code, learned.runs())) {
        learned.beginsUnmeasured();
        return Tier.MERGED;
      }
      if (isUnmeasured || isSmall(code)) {
        return Tier.FLAT;
      }
    }
    if (known != null && !isUnmeasured) {
      return code.mostUseful(); // What the file does not have of a class is hardly called.
    }
    if (isLarge && (isSmall(code) || code.plainSize() <= FLAT_SIZE)) {
      return Tier.FLAT;
    }
    if (isOver.getAsBoolean()) {
      return isSmall(code) ? Tier.FLAT : Tier.COUNTED;
    }
    return byClassFile(code);
  }

  private static Tier byClassFile(CodeTraits code) {
    return isSmall(code) ? Tier.COUNTED : Tier.TIMED;
  }

  /** Whether HotSpot inlines a method wherever it is called, or its self tells nothing. */
  static boolean isSmall(CodeTraits code) {
    return !code.loops() && (code.callsNothing() || code.plainSize() <= INLINED_SIZE);
  }

  /**
   * Whether a method without a rate has to wait for its probes. Of a class that earlier runs knew,
   * other methods than small ones would have been compiled if they were called often, and would be
   * known for that: these wait for their turn alone. Small ones are compiled as a part of their
   * callers.
   */
  private boolean lacksRate(CodeTraits code, boolean isClassKnown) {
    return isSmall(code)
        || (code.plainSize() <= LARGE_BODY && !(isClassKnown && isItsTurn(code, learned.runs())));
  }

  /** Whether seldom called methods of a known class have probes, in this run and in later ones. */
  private static boolean isItsTurn(CodeTraits code, int run) {
    return Math.floorMod(code.classChecksum(), SPREAD) < run;
  }

  /** Whether the methods of this one's class have probes in this run, as in one of so many. */
  private static boolean isTried(CodeTraits code, int run) {
    return Math.floorMod(code.classChecksum() + run, PARTS) == 0;
  }
}
