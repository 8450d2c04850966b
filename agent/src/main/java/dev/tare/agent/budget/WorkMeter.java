package dev.tare.agent.budget;

import dev.tare.runtime.memory.Column;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Measures a program stretch by stretch: how much of its CPU time was the program's own work, how
 * often its methods are called for that work, and what their probes cost. One thread calls it.
 */
final class WorkMeter {
  /** Quantile for decisions: with this probability the true factor is not larger. */
  static final double CAUTIOUS = 0.84;

  private static final double MEDIAN = 0.5;
  private static final double LOW = 0.025;

  /** Also for decisions as long as code is being compiled, in which probes are dearer. */
  private static final double HIGH = 0.975;

  private final ProbePrices prices;
  private final ProgramView view;
  private final LearnedRates learned;
  private final PriceFit fit;
  private final MethodRates rates = new MethodRates();
  private final OverheadSums sums;

  /** Stretches whose samples are not known yet. */
  private final List<Unread> unread = new ArrayList<>();

  private final RecentWork recent = new RecentWork();

  private boolean doesNewWork;

  /** Whether code was warm in the last stretch. */
  private boolean isWarm;

  /** Whether it was in any stretch, or in an earlier run. */
  private boolean wasWarm;

  /**
   * Methods that had compiled code at a late look, where it matters; at the end, if there was none.
   * The list is long: to read it during a start would make the start longer.
   */
  private final BitSet compiled = new BitSet();

  private StretchWork first = StretchWork.NONE;
  private StretchWork last = StretchWork.NONE;
  private OverheadEstimate lastOverhead = OverheadEstimate.NONE;

  /** How many methods there are. */
  private int methods;

  /** Calls in the last stretch, by method; below 0 where it had no probe. */
  private Column lastCalls = new Column(0);

  private WorkUnits units = WorkUnits.ONE;
  private int stretches;

  private volatile CallPrices callPrices;

  /**
   * A stretch whose samples are not known yet.
   *
   * @param size of the program in it
   * @param isNew whether it did new work
   * @param byPrices what it lost as far as is known
   */
  private record Unread(
      Instant from,
      Instant to,
      StretchWork work,
      ProgramSize size,
      boolean isNew,
      OverheadEstimate byPrices) {}

  WorkMeter(Budget budget, ProbePrices prices, ProgramView view, LearnedRates learned) {
    this.prices = prices;
    this.view = view;
    this.learned = learned;
    this.sums = new OverheadSums(budget);
    this.fit = learned.fit(prices);
    this.doesNewWork = learned.all().isEmpty();
    this.wasWarm = learned.hasFactor(prices.key());
    this.callPrices = prices.ofCalls(sums.factor(fit));
  }

  /**
   * Measures the next stretch.
   *
   * @param zeroNanos CPU time when the program began
   * @param isChanged whether methods got other tiers since the stretch before
   */
  void measure(
      ProgramView.Reading begin, ProgramView.Reading end, long zeroNanos, boolean isChanged) {
    double cpu = end.cpuNanos - begin.cpuNanos;
    stretches++;
    prices.measure();
    long[] calls = calls(begin, end);
    double priced = prices.nanos(calls, view);
    ProgramSize size = ProgramSize.of(end.called());
    PriceFit.Stretch stretch = new PriceFit.Stretch(cpu, priced);
    boolean wasLastWarm = isWarm;
    isWarm = WarmCode.isWarm(begin, end, zeroNanos, wasLastWarm);
    wasWarm |= isWarm;
    compare(
        stretch,
        AnchorRatio.of(lastCalls.numbers(methods), calls),
        isChanged,
        wasLastWarm && isWarm);
    boolean isUnread = !unread.isEmpty() || view.areSamplesBehind();
    ProbeSamples samples = isUnread ? ProbeSamples.NONE : view.samples(begin.at, end.at, isWarm);
    if (isWarm && samples.areTelling()) {
      fit.sampled(stretch, samples, size);
    }
    fit.seen(stretch);
    countRates(begin, end, calls);
    if (learned.lacksRates() && !Looks.isEarly(end.cpuNanos - zeroNanos)) {
      compiled.or(view.compiled());
    }
    double work = CostModel.work(medianFactor(), priced, cpu);
    // Where most calls are not known, they do not tell what the work counts for.
    double allCalls =
        learned.lacksRates()
            ? Double.MAX_VALUE
            : rates.allCalls(calls, learned.expectedCalls(calls, work, view), units);
    last = new StretchWork(stretch, allCalls, isWarm, end.cpuNanos - zeroNanos);
    first = stretches == 1 ? last : first;
    recent.add(last, units.median());
    doesNewWork = !learned.expects(calls, work, view);
    lastOverhead = overhead(last, samples, size, doesNewWork);
    sums.add(stretch, lastOverhead, callNanos(last, lastOverhead, samples, doesNewWork));
    if (isUnread) {
      unread.add(new Unread(begin.at, end.at, last, size, doesNewWork, lastOverhead));
    }
    callPrices = prices.ofCalls(sums.factor(fit));
  }

  /** Whether samples that were not known when a stretch was measured are known now. */
  boolean hasNewSamples() {
    return !unread.isEmpty() && !view.areSamplesBehind();
  }

  /** Learns from the samples of stretches that were measured without them. */
  void readSamples() {
    for (Unread stretch : unread) {
      StretchWork work = stretch.work;
      ProbeSamples samples = view.samples(stretch.from, stretch.to, work.isWarm());
      if (work.isWarm() && samples.areTelling()) {
        fit.sampled(work.stretch(), samples, stretch.size);
      }
      lastOverhead = overhead(work, samples, stretch.size, stretch.isNew);
      double moreCallNanos =
          callNanos(work, lastOverhead, samples, stretch.isNew)
              - callNanos(work, stretch.byPrices, ProbeSamples.NONE, stretch.isNew);
      sums.replace(work.stretch(), stretch.byPrices, lastOverhead, moreCallNanos);
    }
    unread.clear();
    callPrices = prices.ofCalls(sums.factor(fit));
  }

  /** Compares two stretches: how much more work was done, and what that says of prices. */
  private void compare(
      PriceFit.Stretch stretch, AnchorRatio ratio, boolean isChanged, boolean areBothWarm) {
    if (last.age() == 0) {
      return;
    }
    if (!ratio.isKnown()) {
      double factor = medianFactor();
      double work = CostModel.work(factor, stretch.priced(), stretch.cpu());
      units = units.next(work / last.nanos(factor));
      return;
    }
    if (areBothWarm && isChanged) {
      fit.compare(last.stretch(), stretch, ratio);
    } else if (areBothWarm) {
      fit.unchanged(last.stretch(), stretch, ratio);
    }
    double factor = medianFactor();
    double work = CostModel.work(factor, stretch.priced(), stretch.cpu());
    units = units.next(ratio).boundedBy(work / first.nanos(factor));
  }

  private void countRates(ProgramView.Reading begin, ProgramView.Reading end, long[] calls) {
    for (int method = 0; method < calls.length; method++) {
      if (calls[method] >= 0) {
        rates.add(method, calls[method], units);
      }
    }
    rates.addSelf(begin, end, method -> view.tier(method) == Tier.TIMED);
    lastCalls.free();
    lastCalls = Column.of(calls);
    methods = calls.length;
  }

  /**
   * Calls by method in a stretch; below 0 where it had no probe. Where memory was short, ended
   * threads lose nodes: then there are fewer than before.
   */
  private long[] calls(ProgramView.Reading begin, ProgramView.Reading end) {
    long[] calls = new long[Math.max(end.methods, methods)];
    for (int method = 0; method < calls.length; method++) {
      calls[method] =
          view.tier(method).hasProbe() ? Math.max(0, end.calls(method) - begin.calls(method)) : -1;
    }
    return calls;
  }

  private OverheadEstimate overhead(
      StretchWork work, ProbeSamples samples, ProgramSize size, boolean isNew) {
    OverheadEstimate ofProbes =
        isMostlyOfNoCalls(work, samples, isNew)
            ? whileCold(work)
            : !work.isWarm() && samples.areTelling()
                ? samples.whileCold(isNew)
                : byPrices(work, size);
    return ofProbes.withUnpriced();
  }

  /** Whether the program may have lost more than its calls took, and no samples tell. */
  private static boolean isMostlyOfNoCalls(StretchWork work, ProbeSamples samples, boolean isNew) {
    return !work.isWarm() && !samples.areTelling() && isNew;
  }

  /** What of the overhead calls took. The rest is in the methods that were slower because of it. */
  private double callNanos(
      StretchWork work, OverheadEstimate overhead, ProbeSamples samples, boolean isNew) {
    double cpu = work.stretch().cpu();
    double nanos = cpu - cpu / (1 + overhead.middle());
    return isMostlyOfNoCalls(work, samples, isNew)
        ? Math.min(nanos, prices.mostOfColdCalls() * work.stretch().priced())
        : nanos;
  }

  private OverheadEstimate byPrices(StretchWork work, ProgramSize size) {
    return byFactors(
        work, fit.quantile(LOW, size), fit.quantile(MEDIAN, size), fit.quantile(HIGH, size));
  }

  private OverheadEstimate whileCold(StretchWork work) {
    double middle = prices.coldOverhead(work.stretch());
    return new OverheadEstimate(
        middle / ColdCode.OVERHEAD_ERROR, middle, middle * ColdCode.OVERHEAD_ERROR);
  }

  private static OverheadEstimate byFactors(
      StretchWork work, double low, double middle, double high) {
    return new OverheadEstimate(work.overhead(low), work.overhead(middle), work.overhead(high));
  }

  /** Keeps what was measured for the next run. */
  void learn(BitSet roots) {
    if (learned.lacksRates() && compiled.isEmpty()) {
      compiled.or(view.compiled());
    }
    double factor = fit.quantile(CAUTIOUS);
    double unitsPerWork = recent.unitsPerLearnt(factor);
    double nanosPerWork = recent.nanosPerLearnt(factor);
    for (int method = 0; method < methods(); method++) {
      if (rates.isKnown(method)) {
        learned.put(
            view.traits(method),
            rates.perUnit(method) * unitsPerWork,
            rates.selfShare(method) * nanosPerWork,
            roots.get(method),
            view.tier(method));
      } else if (!compiled.isEmpty() && !view.code(method).named()) { // Those are timed.
        learnUnmeasured(view.traits(method), compiled.get(method));
      }
    }
    learned.put(prices, fit);
  }

  private void learnUnmeasured(MethodTraits method, boolean isCompiled) {
    learned.putUnmeasured(method, isCompiled && !StartTiers.isSmall(method.code()));
  }

  /** The factor's median. */
  double medianFactor() {
    return fit.quantile(MEDIAN);
  }

  /** A factor that is most likely not too small. */
  double cautiousFactor() {
    return fit.quantile(wasWarm || !doesNewWork ? CAUTIOUS : HIGH);
  }

  /** The last stretch that was long enough. */
  StretchWork last() {
    return last;
  }

  /** What it lost. */
  OverheadEstimate lastOverhead() {
    return lastOverhead;
  }

  /** What all stretches lost. */
  OverheadEstimate overhead() {
    return sums.estimate();
  }

  /** CPU time of the stretches that lost more than the budget. */
  long exceededNanos() {
    return sums.exceededNanos();
  }

  /** How many methods there are. */
  int methods() {
    return methods;
  }

  /** Calls of a method in the last stretch; by its rate where it had no probe. */
  double lastCalls(int method) {
    return lastCalls.get(method) >= 0
        ? lastCalls.get(method)
        : rates.perUnit(method) * units.median();
  }

  MethodRates rates() {
    return rates;
  }

  /** Whether code was warm in the last stretch. */
  boolean isWarm() {
    return isWarm;
  }

  /**
   * Whether the last stretch did what no earlier run did: then its methods began with too many
   * probes.
   */
  boolean doesNewWork() {
    return doesNewWork;
  }

  /** How many stretches were measured. */
  int stretches() {
    return stretches;
  }

  /** What calls without a reading cost, all of this run together; any thread may ask. */
  CallPrices callPrices() {
    return callPrices;
  }
}
