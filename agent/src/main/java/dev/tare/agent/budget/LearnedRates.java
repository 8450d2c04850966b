package dev.tare.agent.budget;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a program from earlier runs, and what will be known from this one: how often its
 * methods are called, and what probes cost in it. These are measurements, which hold for any
 * budget. A method that had no probe keeps what was measured before, so that it does not come back
 * for want of a figure. Beside them stand the tiers that were chosen last, so that runs differ in
 * few classes.
 *
 * <p>A class is the same where its name and its {@linkplain CodeTraits#classChecksum checksum} are;
 * of a file that fits in part, that part is used.
 */
public final class LearnedRates {
  /** What was not measured in so many runs is forgotten, if its class was not loaded, either. */
  static final int MAX_AGE = 20;

  /** So many times the mean calls of a run are usual for a part of one. */
  private static final double USUAL = 4;

  /** Rates become whole numbers that {@link AnchorRatio} compares. */
  private static final double CALLS_OF_RATE = 1e15;

  /** How far the factor of another run of the same program may be, as a logarithm. */
  private static final double BETWEEN_RUNS = 0.25;

  /**
   * A fitted factor of one mode.
   *
   * @param log mean of its logarithm
   * @param deviation standard deviation of its logarithm
   */
  record Factor(double log, double deviation) {}

  private final Map<String, KnownClass> known;
  private final Map<String, Factor> factors;
  private final Map<String, Double> prices;
  private final Map<String, Double> thresholds;
  private final int runs;
  private final int methodsBefore;
  private final AtomicInteger begun = new AtomicInteger();
  private final Map<String, KnownClass> measured = new HashMap<>();
  private final Map<String, Factor> fitted = new HashMap<>();

  /** Whether a class of this run was known, and was the same; and whether any was not. */
  private volatile boolean fits;

  private volatile boolean differs;

  private final AtomicInteger begunUnmeasured = new AtomicInteger();

  LearnedRates(
      Map<String, KnownClass> known,
      Map<String, Factor> factors,
      Map<String, Double> prices,
      Map<String, Double> thresholds,
      int runs,
      int methodsBefore) {
    this.methodsBefore = methodsBefore;
    this.known = known;
    this.factors = factors;
    this.prices = new HashMap<>(prices);
    this.runs = runs;
    this.thresholds = new HashMap<>(thresholds);
  }

  /** Nothing is known yet. */
  public static LearnedRates none() {
    return new LearnedRates(Map.of(), Map.of(), Map.of(), Map.of(), 0, 0);
  }

  /**
   * What this run measured, over what another wrote since this one began: as if the other had ended
   * before.
   */
  LearnedRates over(LearnedRates other) {
    other.measured.putAll(measured);
    other.fitted.putAll(fitted);
    prices.forEach(other.prices::putIfAbsent);
    thresholds.forEach(other.thresholds::putIfAbsent);
    other.begun.set(begun.get());
    known.forEach((name, found) -> other.sees(name, found));
    return other;
  }

  private void sees(String name, KnownClass found) {
    KnownClass same = known.get(name);
    if (same != null && found.isSeen()) {
      same.see();
    }
  }

  /** What is known of all methods, as it was before this run. */
  Collection<Map.Entry<String, KnownClass>> all() {
    return known.entrySet();
  }

  /** How many runs measured this program before. */
  int runs() {
    return runs;
  }

  /** How many methods the largest run before has woven; 0 where there was none. */
  int methodsBefore() {
    return methodsBefore;
  }

  /** Counts a method that begins, and returns how many have in this run. Any thread may call it. */
  int begins() {
    return begun.incrementAndGet();
  }

  /** How many methods the largest run has woven, this one among them. */
  int methods() {
    return Math.max(methodsBefore, begun.get());
  }

  /** Notes that a method begins without probe and rate. Any thread may call it. */
  void beginsUnmeasured() {
    begunUnmeasured.incrementAndGet();
  }

  /** Whether there are methods without probes that were never measured, as in large programs. */
  boolean lacksRates() {
    return begunUnmeasured.get() > 0;
  }

  /** Whether this run was the first of a large program, in which few methods had probes. */
  public boolean hadFewProbes() {
    return runs == 0 && begunUnmeasured.get() > begun.get() / 2;
  }

  /** Whether the factor of this mode was ever fitted. */
  boolean hasFactor(String mode) {
    return factors.containsKey(mode);
  }

  /** The factor to begin with. */
  PriceFit fit(ProbePrices mode) {
    Factor factor = factors.get(mode.key());
    return factor == null
        ? mode.fit()
        : new PriceFit(factor.log, Math.hypot(factor.deviation, BETWEEN_RUNS), mode.lowestFactor());
  }

  /** Lets prices of this mode be as they were measured last. */
  public void applyPrice(ProbePrices mode) {
    Double nanos = prices.get(mode.key());
    if (nanos != null) {
      mode.setMeasuredNanos(nanos);
    }
  }

  /**
   * What is known of a class that is woven now; null where its class file is not the same. Notes
   * that the class is used in this run. Any thread may ask.
   */
  @Nullable KnownClass used(MethodTraits method) {
    KnownClass found = known.get(method.className());
    if (found == null || found.checksum() != method.code().classChecksum()) {
      differs = true;
      return null;
    }
    if (!found.isSeen()) {
      found.see();
      fits = true;
    }
    return found;
  }

  /**
   * Whether most of a stretch's calls are no more than earlier runs let expect for its work. Parts
   * of a run differ, so {@link #USUAL} times as many are nothing new. Where earlier runs measured a
   * part of the methods, it goes by those.
   *
   * @param calls by method; below 0 where it had no probe
   * @param work nanoseconds
   */
  boolean expects(long[] calls, double work, ProgramView view) {
    double all = 0;
    double expected = 0;
    for (int method = 0; method < calls.length; method++) {
      if (calls[method] > 0) {
        LearnedRate rate = known(view.traits(method));
        if (rate != null && !rate.isUnmeasured()) {
          all += calls[method];
          expected += Math.min((double) calls[method], USUAL * rate.callsPerWork() * work);
        } else if (!lacksRates()) {
          all += calls[method];
        }
      }
    }
    return expected > all / 2;
  }

  /**
   * Calls of each method in a stretch that does what earlier runs did, as often as its calls of
   * methods with probes say. 0 where nothing is known.
   *
   * @param calls by method; below 0 where it had no probe
   * @param work nanoseconds
   */
  double[] expectedCalls(long[] calls, double work, ProgramView view) {
    double[] expected = new double[calls.length];
    long[] ofProbed = new long[calls.length];
    for (int method = 0; method < calls.length; method++) {
      LearnedRate rate = known(view.traits(method));
      expected[method] = rate == null || rate.isUnmeasured() ? 0 : rate.callsPerWork() * work;
      ofProbed[method] = calls[method] < 0 ? -1 : (long) expected[method];
    }
    double scale = scale(ofProbed, calls);
    return Arrays.stream(expected).map(value -> value * scale).toArray();
  }

  /**
   * What is known of a method, whatever its class file is in this run; null where nothing is.
   *
   * @param method its name, and its descriptor behind that
   */
  @Nullable LearnedRate rate(String className, String method) {
    KnownClass found = known.get(className);
    return found == null ? null : found.methods().get(method);
  }

  private @Nullable LearnedRate known(MethodTraits method) {
    KnownClass found = known.get(method.className());
    return found == null || found.checksum() != method.code().classChecksum()
        ? null
        : found.rate(method);
  }

  /**
   * Whether classes are known, others were loaded in this run, and none of those that are known.
   */
  public boolean fitsNothing() {
    return !known.isEmpty() && !fits && differs;
  }

  /**
   * Keeps what this run measured of a method.
   *
   * @param selfShare not a number where it was not timed: then what an earlier run measured stays
   * @param isRoot whether this run saw it as a root. Where it has no nodes at the end, it may be
   *     one all the same: then what an earlier run saw stays
   * @param tier the one that it has at the end
   */
  void put(MethodTraits method, double callsPerWork, double selfShare, boolean isRoot, Tier tier) {
    LearnedRate before = known(method);
    double knownShare = before == null ? 0 : before.selfShare();
    boolean wasRoot = before != null && before.isRoot() && !tier.hasNodes();
    measured(method)
        .put(
            method.name() + method.descriptor(),
            new LearnedRate(
                callsPerWork,
                Double.isNaN(selfShare) ? knownShare : selfShare,
                0,
                method.code().callsNothing(),
                isRoot || wasRoot,
                before == null ? tier : before.kept(tier)));
  }

  /**
   * Keeps a method that neither this run nor one before measured.
   *
   * @param isCompiled whether the method is not small, and was compiled; else all that is known is
   *     its class
   */
  void putUnmeasured(MethodTraits method, boolean isCompiled) {
    if (known(method) == null) {
      Map<String, LearnedRate> methods = measured(method);
      if (isCompiled) {
        methods.put(
            method.name() + method.descriptor(),
            LearnedRate.unmeasured(method.code().callsNothing()));
      }
    }
  }

  private Map<String, LearnedRate> measured(MethodTraits method) {
    KnownClass ofClass = measured.get(method.className());
    if (ofClass == null || ofClass.checksum() != method.code().classChecksum()) {
      ofClass = new KnownClass(method.code().classChecksum(), new HashMap<>());
      measured.put(method.className(), ofClass);
    }
    return ofClass.methods();
  }

  /** The threshold that tiers of this mode were chosen by; 0 where none were. */
  double threshold(ProbePrices prices) {
    return thresholds.getOrDefault(prices.key(), 0.0);
  }

  /** Tiers of this mode are chosen by it in this run. */
  void putThreshold(ProbePrices prices, double threshold) {
    thresholds.put(prices.key(), threshold);
  }

  /** The thresholds after this run, by mode. */
  Map<String, Double> thresholds() {
    return thresholds;
  }

  /** Prices by mode, as they were measured last: {@link ProbePrices#measuredNanos}. */
  Map<String, Double> prices() {
    return prices;
  }

  /**
   * The price and the factor at the end of this run; the factor is kept if it was fitted in this
   * run or one before.
   */
  void put(ProbePrices mode, PriceFit fit) {
    prices.put(mode.key(), mode.measuredNanos());
    if (fit.isFitted() || hasFactor(mode.key())) {
      fitted.put(mode.key(), new Factor(fit.log(), fit.deviation()));
    }
  }

  /**
   * The rates to keep after this run. Methods that it measured have new rates. For the others, the
   * age rises by 1, and the old rate is multiplied by the median ratio of new to old rates of the
   * methods that were measured again: what a nanosecond of work is depends on how much of the code
   * was compiled.
   */
  Map<String, KnownClass> classes() {
    double scale = scaleOfMeasured();
    Map<String, KnownClass> classes = new HashMap<>();
    known.forEach(
        (name, old) -> {
          Map<String, LearnedRate> methods = new HashMap<>();
          old.methods()
              .forEach(
                  (method, rate) -> {
                    if (rate.age() < MAX_AGE || old.isSeen()) {
                      methods.put(method, rate.older(scale));
                    }
                  });
          if (!methods.isEmpty()) {
            classes.put(name, new KnownClass(old.checksum(), methods));
          }
        });
    measured.forEach(
        (name, found) -> {
          KnownClass old = classes.get(name);
          if (old == null || old.checksum() != found.checksum()) {
            classes.put(name, found);
          } else {
            old.methods().putAll(found.methods());
          }
        });
    return classes;
  }

  /** The ratio of calls for the same work, of this run to those before. */
  private double scaleOfMeasured() {
    List<Long> before = new ArrayList<>();
    List<Long> after = new ArrayList<>();
    measured.forEach(
        (name, found) ->
            found
                .methods()
                .forEach(
                    (method, rate) -> {
                      LearnedRate old = rate(name, method);
                      if (old != null && !old.isUnmeasured()) {
                        before.add((long) (old.callsPerWork() * CALLS_OF_RATE));
                        after.add((long) (rate.callsPerWork() * CALLS_OF_RATE));
                      }
                    }));
    return scale(
        before.stream().mapToLong(Long::longValue).toArray(),
        after.stream().mapToLong(Long::longValue).toArray());
  }

  /** 1 where too little is known. */
  private static double scale(long[] before, long[] after) {
    AnchorRatio ratio = AnchorRatio.of(before, after);
    return ratio.isKnown() ? Math.exp(ratio.log()) : 1;
  }

  /** The factors after this run. */
  Map<String, Factor> factors() {
    Map<String, Factor> all = new HashMap<>(factors);
    all.putAll(fitted);
    return all;
  }
}
