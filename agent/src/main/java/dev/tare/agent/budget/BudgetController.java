package dev.tare.agent.budget;

import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Looks at the program now and then, and takes probes away where they cost more than the budget, or
 * gives some back. One thread calls it.
 */
public final class BudgetController {
  /** What a choice aims at, as a share of the budget. */
  static final double AIM = 0.8;

  /** Below this share of the budget probes are given back. */
  private static final double GIVE_BELOW = 0.6;

  /** All batches together may cost the program this share of the budget before some are given. */
  private static final double GIVE_SHARE = 0.2;

  private static final int MAX_RAISES = 3;

  /** After so many batches nothing is given back: a program that is still not steady never is. */
  private static final int MAX_BATCHES_TO_GIVE = 6;

  /** So many times the budget is too much to look again first. */
  private static final double GROSS = 2;

  /** The factor is taken to be so large that the truth is with this probability not larger. */
  static final double CAUTIOUS = 0.84;

  private static final double MEDIAN = 0.5;
  private static final double LOW = 0.025;

  /** Also what is taken as long as code is being compiled, in which probes are dearer. */
  private static final double HIGH = 0.975;

  /** Shorter stretches are not measured: clocks of threads tick in 10 ms on some systems. */
  private static final long MIN_STRETCH_NANOS = 100_000_000;

  /** After a batch the compilers have this share of the time so far to come to rest. */
  private static final double SETTLING = 0.15;

  /** A program has started after so much CPU time. */
  private static final long START_NANOS = 15 * Looks.SECOND;

  private final Budget budget;
  private final ProbePrices prices;
  private final ProgramView view;
  private final Batches batches;
  private final LearnedRates learned;
  private final boolean isFrozen;

  /**
   * Whether the last stretch did what no earlier run did: then its methods began with too many
   * probes.
   */
  private boolean doesNewWork;

  private final PriceFit fit;
  private final MethodRates rates = new MethodRates();
  private final Looks looks = new Looks();
  private final OverheadSums sums = new OverheadSums();

  private long zeroNanos = Long.MIN_VALUE;
  private ProgramView.Reading begin =
      new ProgramView.Reading(0, new long[0], new long[0], new BitSet(), 0, Instant.EPOCH);
  private long settledNanos = -1;

  /** Whether code was warm in the last stretch. */
  private boolean isWarm;

  /** Whether it was in any stretch, or in an earlier run. */
  private boolean wasWarm;

  private StretchWork last = StretchWork.NONE;
  private OverheadEstimate lastOverhead = OverheadEstimate.NONE;
  private final RecentWork recent = new RecentWork();
  private long[] lastCalls = new long[0];
  private WorkUnits units = WorkUnits.ONE;

  private int overBefore;
  private long lastBatchAge;
  private int anchors;
  private int lookCount;

  /** Whether there was a batch since the last look. */
  private boolean isChanged;

  private boolean isReachable = true;

  private volatile boolean beginsLighter;
  private volatile BudgetStatus status;
  private volatile CallPrices callPrices;

  /**
   * A controller.
   *
   * @param isFrozen whether tiers stay as they begin, so that two runs can be compared
   */
  public BudgetController(
      Budget budget,
      ProbePrices prices,
      ProgramView view,
      TierSwitch tierSwitch,
      LearnedRates learned,
      boolean isFrozen) {
    this.budget = budget;
    this.prices = prices;
    this.view = view;
    this.batches = new Batches(view, tierSwitch);
    this.learned = learned;
    this.isFrozen = isFrozen;
    this.fit = learned.fit(prices);
    this.doesNewWork = learned.all().isEmpty();
    this.wasWarm = learned.hasFactor(prices.key());
    this.status = BudgetStatus.begin(budget);
    this.callPrices = prices.ofCalls(sums.factor(fit));
  }

  /** What is known at the moment; any thread may ask. */
  public BudgetStatus status() {
    return status;
  }

  /** What calls without a reading cost, all of this run together; any thread may ask. */
  public CallPrices callPrices() {
    return callPrices;
  }

  /**
   * Whether new methods are to begin with fewer probes, because the program was over its budget at
   * the last look; any thread may ask. Not while it starts: a method that begins without a count is
   * unknown in the next run, too.
   */
  public boolean beginsLighter() {
    return beginsLighter;
  }

  /** Does what is due; to be called several times a second. */
  public void tick() {
    long cpuNanos = view.cpuNanos();
    if (zeroNanos == Long.MIN_VALUE) {
      zeroNanos = cpuNanos;
      begin = view.read();
    }
    long age = cpuNanos - zeroNanos;
    if (settledNanos >= 0) {
      if (age >= settledNanos) {
        settledNanos = -1;
        begin = view.read();
      }
    } else if (looks.isDue(age)) {
      ProgramView.Reading end = view.read();
      if (measure(end)) {
        begin = end;
        decide(end);
        looks.looked(end.cpuNanos - zeroNanos);
      }
    }
  }

  /** The last look, at the end of the program: measures, and changes nothing. */
  public void finish() {
    // A stretch much shorter than the one before says less than it.
    double least = Math.max(MIN_STRETCH_NANOS, last.stretch().cpu() / 4);
    if (zeroNanos != Long.MIN_VALUE && view.cpuNanos() - begin.cpuNanos > least) {
      ProgramView.Reading end = view.read();
      if (measure(end)) {
        publish(end);
      }
    }
  }

  /** What is known of the program for the next run, once {@link #learn} was called. */
  LearnedRates learned() {
    return learned;
  }

  /** Keeps what was measured for the next run. */
  public void learn() {
    int methods = lastCalls.length;
    double factor = fit.quantile(CAUTIOUS);
    double unitsPerWork = recent.unitsPerLearnt(factor);
    double nanosPerWork = recent.nanosPerLearnt(factor);
    for (int method = 0; method < methods; method++) {
      if (rates.isKnown(method)) {
        learned.put(
            view.traits(method),
            rates.perUnit(method) * unitsPerWork,
            rates.selfShare(method) * nanosPerWork,
            begin.roots.get(method),
            view.tier(method));
      }
    }
    learned.put(prices, fit);
  }

  /** The stretch since the last look; false where it is too short to say anything. */
  private boolean measure(ProgramView.Reading end) {
    double cpu = end.cpuNanos - begin.cpuNanos;
    if (cpu < MIN_STRETCH_NANOS) {
      return false;
    }
    lookCount++;
    prices.measure();
    long[] calls = callsIn(end);
    double priced = prices.nanos(calls, view);
    PriceFit.Stretch stretch = new PriceFit.Stretch(cpu, priced);
    AnchorRatio ratio = AnchorRatio.of(lastCalls, calls);
    anchors = ratio.anchors();
    boolean isWarmNow = WarmCode.isWarm(begin, end, zeroNanos, isWarm);
    boolean bothAreWarm = isWarm && isWarmNow;
    isWarm = isWarmNow;
    wasWarm |= isWarmNow;
    if (last.age() > 0 && ratio.isKnown()) {
      if (bothAreWarm && isChanged) {
        fit.compare(last.stretch(), stretch, ratio);
      } else if (bothAreWarm) {
        fit.unchanged(last.stretch(), stretch, ratio);
      }
      units = units.next(ratio);
    } else if (last.age() > 0) {
      double factor = fit.quantile(MEDIAN);
      units = units.next(CostModel.work(factor, priced, cpu) / last.nanos(factor));
    }
    ProbeSamples samples = view.samplesSince(begin.at);
    if (isWarmNow && samples.areTelling()) {
      fit.sampled(stretch, samples);
    }
    fit.seen(stretch);
    rates.grow(calls.length);
    for (int method = 0; method < calls.length; method++) {
      if (calls[method] >= 0) {
        rates.add(method, calls[method], units);
      }
    }
    rates.addSelf(begin, end, method -> view.tier(method) == Tier.TIMED);
    lastCalls = calls;
    double work = CostModel.work(fit.quantile(MEDIAN), priced, cpu);
    double[] expected = learned.expectedCalls(calls, work, view);
    double allCalls = rates.allCalls(calls, expected, units);
    last = new StretchWork(stretch, allCalls, isWarm, end.cpuNanos - zeroNanos);
    recent.add(last, units.median());
    doesNewWork = !learned.expects(calls, work, view);
    lastOverhead = !isWarm && samples.areTelling() ? samples.whileCold(doesNewWork) : byPrices();
    sums.add(stretch, lastOverhead, budget);
    callPrices = prices.ofCalls(sums.factor(fit));
    isChanged = false;
    return true;
  }

  /** Where memory was short, ended threads lose nodes: then there are fewer calls than before. */
  private long[] callsIn(ProgramView.Reading end) {
    long[] calls = new long[Math.max(end.calls.length, lastCalls.length)];
    for (int method = 0; method < calls.length; method++) {
      calls[method] =
          view.tier(method).hasProbe() ? Math.max(0, end.calls(method) - begin.calls(method)) : -1;
    }
    return calls;
  }

  /** Of the last stretch. While code is cold, what probes do to it lies between both ends. */
  private OverheadEstimate byPrices() {
    return new OverheadEstimate(
        last.overhead(fit.quantile(LOW)),
        last.overhead(fit.quantile(MEDIAN)),
        last.countedOverhead(fit.quantile(HIGH)));
  }

  /**
   * Whether probes are chosen by what the last stretch's work counts for. Later runs begin with
   * what was chosen so, and of methods without probes from the start this run knows no calls.
   */
  private boolean choosesByCounted() {
    return doesNewWork && last.age() >= START_NANOS;
  }

  /** What the last stretch lost, where probes are chosen. */
  private double chosenOverhead(double factor) {
    return choosesByCounted() ? last.countedOverhead(factor) : last.overhead(factor);
  }

  private void decide(ProgramView.Reading end) {
    long age = end.cpuNanos - zeroNanos;
    double cautious = chosenOverhead(fit.quantile(caution()));
    double median = chosenOverhead(fit.quantile(MEDIAN));
    boolean isHasty = doesNewWork && Looks.isEarly(age);
    boolean isOver = (isHasty ? cautious : median) > budget.share();
    beginsLighter = last.overhead(fit.quantile(MEDIAN)) > budget.share() && age >= START_NANOS;
    boolean acts = isOver && (isHasty || overBefore > 0 || median > GROSS * budget.share());
    overBefore = isOver ? 2 : overBefore - 1;
    if (isOver) {
      looks.surprised();
    }
    if (!isFrozen && acts) {
      change(end, false);
    } else if (!isFrozen
        && isWarm
        && cautious < GIVE_BELOW * budget.share()
        && age >= 2 * lastBatchAge
        && batches.count() < MAX_BATCHES_TO_GIVE) {
      change(end, true);
    }
    publish(end);
  }

  private double caution() {
    return wasWarm || !doesNewWork ? CAUTIOUS : HIGH;
  }

  private void change(ProgramView.Reading end, boolean gives) {
    int methods = lastCalls.length;
    double factor = fit.quantile(caution());
    double work = choosesByCounted() ? last.counted(factor) : last.nanos(factor);
    double ofChosen = last.nanos(factor) / work;
    TierChoice choice = new TierChoice(methods);
    for (int method = 0; method < methods; method++) {
      Tier tier = view.tier(method);
      MethodTraits traits = view.traits(method);
      double calls =
          lastCalls[method] >= 0 ? lastCalls[method] : rates.perUnit(method) * units.median();
      TierChoice.Costs costs = TierChoice.Costs.of(calls / work, prices, traits.callsNothing());
      boolean refuses = batches.refuses(traits);
      boolean mayRise =
          gives && !refuses && rates.isKnown(method) && rates.raised(method) < MAX_RAISES;
      boolean stays =
          gives
              || refuses
              || traits.named()
              || TierChoice.isLight(
                  factor * costs.timed(), rates.selfShare(method) * ofChosen, budget);
      choice.set(
          method,
          costs,
          mayRise ? traits.mostUseful() : tier,
          stays ? tier : Tier.MERGED,
          end.roots.get(method));
    }
    double allowed = CostModel.pricedPerWork(factor, AIM * budget.share());
    Tier[] tiers = choice.choose(allowed);
    isReachable = gives || CostModel.overhead(factor, choice.cost(tiers), 1) <= budget.share();
    double age = end.cpuNanos - zeroNanos;
    double classNanos = Batches.classNanos(age);
    double mayCost = GIVE_SHARE * budget.share() * age - batches.spentNanos();
    List<Map<Integer, Tier>> parts =
        gives
            ? batches.giving(choice, tiers, (long) (mayCost / classNanos))
            : batches.taking(
                choice,
                tiers,
                factor * last.nanos(factor) * age / last.stretch().cpu(),
                classNanos);
    if (!parts.isEmpty()) {
      Map<Integer, Tier> done = batches.apply(parts, classNanos);
      if (gives) {
        done.keySet().forEach(rates::countRaise);
      }
      isChanged = true;
      begin = view.read();
      lastBatchAge = begin.cpuNanos - zeroNanos;
      settledNanos = lastBatchAge + (long) (SETTLING * age);
    }
  }

  private void publish(ProgramView.Reading end) {
    status =
        new BudgetStatus(
            budget,
            lastOverhead,
            sums.estimate(),
            end.cpuNanos - zeroNanos,
            sums.exceededNanos(),
            isReachable,
            lookCount,
            batches.count(),
            batches.nanos(),
            anchors);
  }
}
