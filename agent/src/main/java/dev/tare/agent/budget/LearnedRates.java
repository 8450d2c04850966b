package dev.tare.agent.budget;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a program from earlier runs, and what will be known from this one: how often its
 * methods are called, and what probes cost in it. Measurements, not decisions: they hold for any
 * budget. A method that had no probe keeps what was measured before, so that it does not come back
 * for want of a figure.
 *
 * <p>A class is the same where its name and the CRC-32 of its class file are; of a file that fits
 * in part, that part is used.
 */
public final class LearnedRates {
  /** What was not measured in so many runs is forgotten. */
  static final int MAX_AGE = 20;

  /** So many times the mean calls of a run are usual for a part of one. */
  private static final double USUAL = 4;

  /** What another run of the same program may have for another factor. */
  private static final double BETWEEN_RUNS = 0.25;

  /**
   * What is known of a method.
   *
   * @param callsPerWork its calls in a nanosecond of the program's own CPU time
   * @param selfShare the CPU time of its own code by that of the program's own, counted as for the
   *     calls: above 1 where cold code counts for less; 0 where the method was never timed
   * @param age runs since its calls were measured
   * @param callsNothing whether counting takes the entry alone
   * @param isRoot whether it was entered from code that is not woven
   */
  record Rate(
      double callsPerWork, double selfShare, int age, boolean callsNothing, boolean isRoot) {
    Rate older() {
      return new Rate(callsPerWork, selfShare, age + 1, callsNothing, isRoot);
    }
  }

  /** Of a method of a class, by name and descriptor. */
  record KnownClass(int crc, Map<String, Rate> methods) {}

  /**
   * A fitted factor of one mode.
   *
   * @param log mean of its logarithm
   * @param deviation standard deviation of its logarithm
   * @param readingsNanos what an entry's and an exit's readings took; 0 where there are none
   */
  record Factor(double log, double deviation, double readingsNanos) {}

  private final Map<String, KnownClass> known;
  private final Map<String, Factor> factors;
  private final Map<String, KnownClass> measured = new HashMap<>();
  private final Map<String, Factor> fitted = new HashMap<>();
  private final AtomicInteger fitting = new AtomicInteger();
  private final AtomicInteger differing = new AtomicInteger();

  LearnedRates(Map<String, KnownClass> known, Map<String, Factor> factors) {
    this.known = known;
    this.factors = factors;
  }

  /** Nothing is known yet. */
  public static LearnedRates none() {
    return new LearnedRates(Map.of(), Map.of());
  }

  /** What is known of all methods, as it was before this run. */
  Collection<Map.Entry<String, KnownClass>> all() {
    return known.entrySet();
  }

  /** Whether the factor of this mode was ever fitted. */
  boolean hasFactor(String mode) {
    return factors.containsKey(mode);
  }

  /** The factor to begin with, and the prices that it was fitted with. */
  PriceFit fit(ProbePrices prices) {
    Factor factor = factors.get(prices.key());
    if (factor == null) {
      return prices.fit();
    }
    prices.setReadingsNanos(factor.readingsNanos);
    return new PriceFit(
        factor.log, Math.hypot(factor.deviation, BETWEEN_RUNS), prices.lowestFactor());
  }

  /** Whether the class is known and the same; counts the answers. Any thread may ask. */
  boolean knows(MethodTraits method) {
    KnownClass found = known.get(method.className());
    boolean fits = found != null && found.crc == method.classCrc();
    (fits ? fitting : differing).incrementAndGet();
    return fits;
  }

  /**
   * Whether most of a stretch's calls are no more than earlier runs let expect of its work. Parts
   * of a run differ, so some times more is nothing new.
   *
   * @param calls by method; below 0 where it had no probe
   * @param work nanoseconds
   */
  boolean expects(long[] calls, double work, ProgramView view) {
    double all = 0;
    double expected = 0;
    for (int method = 0; method < calls.length; method++) {
      if (calls[method] > 0) {
        all += calls[method];
        Rate rate = known(view.traits(method));
        expected +=
            rate == null ? 0 : Math.min((double) calls[method], USUAL * rate.callsPerWork * work);
      }
    }
    return expected > all / 2;
  }

  private @Nullable Rate known(MethodTraits method) {
    KnownClass found = known.get(method.className());
    return found == null || found.crc != method.classCrc()
        ? null
        : found.methods.get(method.name() + method.descriptor());
  }

  /** Why none of it was used, where so many methods were asked for that some should have been. */
  public Optional<String> misfit() {
    return known.isEmpty() || fitting.get() > 0 || differing.get() == 0
        ? Optional.empty()
        : Optional.of("none of the classes that were loaded is as in the run that wrote it");
  }

  /**
   * Measured in this run.
   *
   * @param selfShare not a number where it was not timed: then what an earlier run measured stays
   */
  void put(MethodTraits method, double callsPerWork, double selfShare, boolean isRoot) {
    KnownClass ofClass = measured.get(method.className());
    if (ofClass == null || ofClass.crc != method.classCrc()) {
      ofClass = new KnownClass(method.classCrc(), new HashMap<>());
      measured.put(method.className(), ofClass);
    }
    String name = method.name() + method.descriptor();
    double share = Double.isNaN(selfShare) ? knownSelfShare(method) : selfShare;
    ofClass.methods.put(name, new Rate(callsPerWork, share, 0, method.callsNothing(), isRoot));
  }

  private double knownSelfShare(MethodTraits method) {
    Rate rate = known(method);
    return rate == null ? 0 : rate.selfShare;
  }

  /** The factor at the end of this run; kept if it was fitted in this run or one before. */
  void put(ProbePrices prices, PriceFit fit) {
    if (fit.isFitted() || hasFactor(prices.key())) {
      fitted.put(prices.key(), new Factor(fit.log(), fit.deviation(), prices.readingsNanos()));
    }
  }

  /** All that is known after this run: what it measured, and what it did not, a run older. */
  Map<String, KnownClass> classes() {
    Map<String, KnownClass> classes = new HashMap<>();
    known.forEach(
        (name, old) -> {
          Map<String, Rate> methods = new HashMap<>();
          old.methods.forEach(
              (method, rate) -> {
                if (rate.age < MAX_AGE) {
                  methods.put(method, rate.older());
                }
              });
          if (!methods.isEmpty()) {
            classes.put(name, new KnownClass(old.crc, methods));
          }
        });
    measured.forEach(
        (name, found) -> {
          KnownClass old = classes.get(name);
          if (old == null || old.crc != found.crc) {
            classes.put(name, found);
          } else {
            old.methods.putAll(found.methods);
          }
        });
    return classes;
  }

  /** The factors after this run. */
  Map<String, Factor> factors() {
    Map<String, Factor> all = new HashMap<>(factors);
    all.putAll(fitted);
    return all;
  }
}
