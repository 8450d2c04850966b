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
  /** Below this part of what a choice aims at, probes are given back. */
  private static final double GIVE_BELOW = 0.75;

  /** Probes are given back while all batches together cost at most this share of the budget. */
  private static final double GIVE_SHARE = 0.2;

  private static final int MAX_RAISES = 3;

  /** After so many batches nothing is given back: a program that is still not steady never is. */
  private static final int MAX_BATCHES_TO_GIVE = 6;

  /** An overhead of so many times the budget is acted on without a second look. */
  private static final double GROSS = 2;

  /** A program has started after so much CPU time. */
  private static final long START_NANOS = 15 * Looks.SECOND;

  private final Budget budget;
  private final ProbePrices prices;
  private final ProgramView view;
  private final Batches batches;
  private final LearnedRates learned;
  private final boolean isFrozen;
  private final WorkMeter meter;
  private final Looks looks = new Looks();

  private final RecordedTime time;

  private ProgramView.Reading begin =
      new ProgramView.Reading(0, new long[0], new long[0], new BitSet(), 0, Instant.EPOCH);
  private int overBefore;
  private long lastBatchAge;

  /** Whether there was a batch since the last look. */
  private boolean isChanged;

  private boolean isReachable = true;

  private volatile boolean hasFailed;
  private volatile boolean beginsLighter;
  private volatile BudgetStatus status;

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
    this.time = new RecordedTime(view);
    this.batches = new Batches(view, tierSwitch);
    this.learned = learned;
    this.isFrozen = isFrozen;
    this.meter = new WorkMeter(budget, prices, view, learned);
    this.status = BudgetStatus.begin(budget);
  }

  /** What is known at the moment; any thread may ask. */
  public BudgetStatus status() {
    BudgetStatus known = status.until(time.nanos(), view.weavingNanos());
    return hasFailed ? known.unwatched() : known;
  }

  /** What calls without a reading cost, all of this run together; any thread may ask. */
  public CallPrices callPrices() {
    return meter.callPrices();
  }

  /**
   * Whether new methods are to begin with fewer probes, because the program was over its budget at
   * the last look; any thread may ask. Not while it starts: a method that begins without a count is
   * unknown in the next run, too.
   */
  public boolean beginsLighter() {
    return beginsLighter;
  }

  /**
   * Does what is due; to be called several times a second.
   *
   * @return how many nanoseconds it took to ask for the program's CPU time, as each call does
   */
  public long tick() {
    long asked = System.nanoTime();
    boolean goesOn = time.goesOn();
    long askingNanos = System.nanoTime() - asked;
    readSamples();
    long age = time.tickNanos();
    if (!goesOn) {
      // A stretch with a pause in it would have too few calls for its time.
      if (time.isRecorded()) {
        begin();
      }
    } else if (looks.isSettled(age)) {
      begin();
    } else if (looks.isDue(age)) {
      ProgramView.Reading end = view.read();
      measure(end);
      begin = end;
      decide(end);
    }
    return askingNanos;
  }

  /** A tick has failed, and no more will come. */
  void fail() {
    hasFailed = true;
  }

  /** Begins a stretch that no look before ends at. */
  private void begin() {
    begin = view.read();
    looks.begins(age(begin));
  }

  /** The last look, at the end of the program: measures, and changes nothing. */
  public void finish() {
    // A stretch much shorter than the one before says less than it.
    double least = meter.last().stretch().cpu() / 4;
    if (time.isRunning()) {
      boolean goesOn = time.goesOn();
      time.end(time.tickNanos());
      if (goesOn && time.tickNanos() - age(begin) > least) {
        ProgramView.Reading end = view.read();
        if (end.cpuNanos - begin.cpuNanos >= Looks.MIN_STRETCH_NANOS) {
          measure(end);
          publish(age(end));
        }
      }
    }
    if (meter.stretches() == 0) {
      measureAll();
    }
  }

  /** Measures a program as a whole that ended before any stretch was long enough. */
  private void measureAll() {
    ProgramView.Reading end = view.readTrees();
    if (end.cpuNanos > 0) {
      meter.measure(ProgramView.Reading.NONE, end, 0, false);
      begin = end;
      time.end(end.cpuNanos);
      publish(end.cpuNanos);
    }
  }

  /** Learns from samples that were not known when a look came, once they are. */
  public void readSamples() {
    if (meter.hasNewSamples()) {
      meter.readSamples();
      publish(status.cpuNanos());
    }
  }

  /**
   * Keeps what was measured for the next run.
   *
   * @return whether anything was: a moment tells nothing, as of a program that prints its version
   */
  public boolean learn() {
    boolean isMeasured = meter.last().age() >= Looks.MIN_STRETCH_NANOS;
    if (isMeasured) {
      meter.learn(begin.roots);
    }
    return isMeasured;
  }

  /** {@link RecordedTime} at a reading of this recording. */
  private long age(ProgramView.Reading reading) {
    return reading.cpuNanos - time.zeroNanos();
  }

  /** The stretch since the last look. */
  private void measure(ProgramView.Reading end) {
    meter.measure(begin, end, time.zeroNanos(), isChanged);
    isChanged = false;
  }

  /**
   * Whether probes are chosen by what the last stretch's work counts for. Later runs begin with
   * what was chosen so, and of methods without probes from the start this run knows no calls. Where
   * most methods have none, it costs more to weave some again than their probes cost.
   */
  private boolean choosesByCounted() {
    return meter.doesNewWork() && !learned.lacksRates() && meter.last().age() >= START_NANOS;
  }

  /** The last stretch's overhead, as it counts for choosing probes. */
  private double chosenOverhead(double factor) {
    StretchWork last = meter.last();
    return choosesByCounted() ? last.countedOverhead(factor) : last.overhead(factor);
  }

  private void decide(ProgramView.Reading end) {
    long age = age(end);
    double cautious = chosenOverhead(meter.cautiousFactor());
    double median = chosenOverhead(meter.medianFactor());
    boolean isHasty = meter.doesNewWork() && Looks.isEarly(age);
    boolean isOver = (isHasty ? cautious : median) > budget.share();
    beginsLighter =
        meter.last().overhead(meter.medianFactor()) > budget.share() && age >= START_NANOS;
    boolean acts = isOver && (isHasty || overBefore > 0 || median > GROSS * budget.share());
    overBefore = isOver ? 2 : overBefore - 1;
    if (isOver) {
      looks.surprised();
    } else {
      isReachable = true;
    }
    looks.looked(age);
    if (!isFrozen && acts) {
      change(end, false);
    } else if (!isFrozen
        && meter.isWarm()
        && cautious < GIVE_BELOW * budget.aim()
        && age >= 2 * lastBatchAge
        && batches.count() < MAX_BATCHES_TO_GIVE) {
      change(end, true);
    }
    publish(age);
  }

  /**
   * Chooses tiers anew, and weaves the classes again where that is worth it.
   *
   * @param gives whether probes are given back, and none taken away
   */
  private void change(ProgramView.Reading end, boolean gives) {
    double factor = meter.cautiousFactor();
    TierChoice choice = choice(end, gives, factor);
    Tier[] tiers = choice.choose(CostModel.pricedPerWork(factor, budget.aim()));
    isReachable = gives || CostModel.overhead(factor, choice.cost(tiers), 1) <= budget.share();
    double age = age(end);
    double classNanos = Batches.classNanos(age);
    double mayCost = GIVE_SHARE * budget.share() * age - batches.spentNanos();
    StretchWork last = meter.last();
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
        done.keySet().forEach(meter.rates()::countRaise);
      }
      isChanged = true;
      begin = view.read();
      lastBatchAge = age(begin);
      looks.changed(lastBatchAge);
    }
  }

  /** What may be chosen, and what it costs. */
  private TierChoice choice(ProgramView.Reading end, boolean gives, double factor) {
    StretchWork last = meter.last();
    MethodRates rates = meter.rates();
    double work = choosesByCounted() ? last.counted(factor) : last.nanos(factor);
    double ofChosen = last.nanos(factor) / work;
    TierChoice choice = new TierChoice(meter.methods());
    for (int method = 0; method < meter.methods(); method++) {
      Tier tier = view.tier(method);
      CodeTraits code = view.code(method);
      TierChoice.Costs costs =
          TierChoice.Costs.of(meter.lastCalls(method) / work, prices, code.callsNothing());
      boolean refuses = batches.refuses(method);
      boolean mayRise =
          gives && !refuses && rates.isKnown(method) && rates.raised(method) < MAX_RAISES;
      boolean stays = gives || refuses || code.named();
      if (!stays
          && TierChoice.isLight(
              factor * costs.timed(), rates.selfShare(method) * ofChosen, budget)) {
        choice.setLight(method, costs, tier);
        continue;
      }
      choice.set(
          method,
          costs,
          mayRise ? code.mostUseful() : tier,
          stays ? tier : Tier.MERGED,
          end.roots.get(method));
    }
    choice.limitLight(budget, factor);
    return choice;
  }

  private void publish(long age) {
    status =
        new BudgetStatus(
            budget,
            meter.lastOverhead(),
            meter.overhead(),
            age,
            view.weavingNanos(),
            meter.exceededNanos(),
            isReachable || meter.overhead().high() <= budget.share(),
            true,
            meter.stretches(),
            batches.count());
  }
}
