package dev.tare.report.analysis;

import dev.tare.profile.Profile;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * By how much the self values of a profile may be wrong in nine of ten cases, as far as it tells:
 * by the overhead that was subtracted from them. What varies from run to run is not in it.
 *
 * <ul>
 *   <li>Systematic: the part by which the price of probes may be wrong in all of the run alike.
 *   <li>Statistical: probes cost more in one moment than in the next. That averages out over a
 *       value's moments and readings. In sampled mode also chance, of how many readings fall upon a
 *       method: the variance of a compound Poisson variable is the size of its lumps times its sum.
 * </ul>
 *
 * <p>The price of probes is an estimate, of which the profile knows by what part it may be wrong.
 * What was subtracted beyond that price, such as the weaving of classes, was measured on the
 * thread's clock, and is right. A profile has the sum of both for each method, and how often its
 * probes ran: more than {@link #PRICE_SPREAD} times the mean price of that many probes was
 * measured. Where samples divide a value, the price that was subtracted from it, and so its error,
 * is divided alike.
 */
public final class Uncertainty {
  /** Of profiles that do not say by what part it may be wrong. An assumption, no measurement. */
  private static final double UNKNOWN = 0.1;

  /** By which factor the price of a probe differs among methods. */
  private static final double PRICE_SPREAD = 2;

  /** How long probes cost the same, in nanoseconds: from one sample of the drift to the next. */
  private static final double MOMENT = 10e6;

  /** By which factor a single reading varies more than the mean of a moment. */
  private static final double OF_ONE_READING = 2;

  /** So many standard deviations of a normal distribution hold nine of ten values. */
  private static final double NINE_OF_TEN = 1.645;

  private final Pricing pricing;

  /** Of each method the part of its overhead that is the price of its probes, 0 to 1. */
  private final double[] priced;

  /** Of each method its overhead, in the metric's unit. */
  private final double[] overhead;

  /** Of each method how many intervals between two probes are its own. */
  private final double[] probeRuns;

  /**
   * How well the price of probes is known.
   *
   * @param share the part by which it may be wrong in all of the run alike
   * @param fluctuation the part by which it varies from moment to moment
   * @param ofReading the mean price of an interval between two probes
   * @param lump what one reading stands for in sampled mode, in the metric's unit; else 0
   */
  private record Pricing(double share, double fluctuation, double ofReading, double lump) {
    double statistical(double price, double raw) {
      if (fluctuation == 0 || price == 0) {
        return 0;
      }
      double moments = Math.max(1, raw / MOMENT);
      double readings = Math.max(1, Math.abs(price) / ofReading);
      return fluctuation
          * Math.abs(price)
          * Math.sqrt(1 / moments + OF_ONE_READING * OF_ONE_READING / readings);
    }
  }

  private Uncertainty(Pricing pricing, double[] priced, double[] overhead, double[] probeRuns) {
    this.pricing = pricing;
    this.priced = priced;
    this.overhead = overhead;
    this.probeRuns = probeRuns;
  }

  /** That of a profile's methods, over all of its threads. */
  public static Uncertainty of(Profile profile) {
    return of(profile, MethodTotals.of(profile, profile.threads()));
  }

  /**
   * That of methods with these sums.
   *
   * @param profile says by what part the price may be wrong, and whether all calls are in the sums
   */
  public static Uncertainty of(Profile profile, MethodTotals totals) {
    Pricing pricing =
        new Pricing(
            known(profile.calibration().uncertainty(), UNKNOWN),
            known(profile.calibration().fluctuation(), 0),
            totals.probePrice(),
            SampledReading.of(profile));
    double[] overhead = new double[totals.methods()];
    double[] priced = new double[totals.methods()];
    double[] probeRuns = new double[totals.methods()];
    double most = PRICE_SPREAD * pricing.ofReading;
    boolean areCallsWhole = areCallsWhole(profile);
    for (int method = 0; method < priced.length; method++) {
      overhead[method] = totals.overhead(method);
      probeRuns[method] = totals.probeRuns(method);
      double moved = totals.dividedPrice(method);
      double measured = overhead[method] - moved;
      double price =
          areCallsWhole && measured > 0 ? Math.min(measured, most * probeRuns[method]) : measured;
      priced[method] = overhead[method] == 0 ? 1 : Math.max(0, (price + moved) / overhead[method]);
    }
    return new Uncertainty(pricing, priced, overhead, probeRuns);
  }

  /**
   * That of means of several runs: as well known as in the run whose values are known least.
   *
   * @param runs at least one
   * @param numbers of each run's methods, among all of them
   * @param methods how many there are
   */
  public static Uncertainty ofMean(List<Uncertainty> runs, List<int[]> numbers, int methods) {
    Sums sums = new Sums(methods);
    double price = 0;
    double probeRuns = 0;
    for (int i = 0; i < runs.size(); i++) {
      Uncertainty run = runs.get(i);
      int[] ofRun = numbers.get(i);
      sums.add(run, method -> method < ofRun.length ? ofRun[method] : Sums.NONE);
      double runsOfProbes = DoubleStream.of(run.probeRuns).sum();
      price += run.pricing.ofReading * runsOfProbes;
      probeRuns += runsOfProbes;
    }
    Pricing pricing =
        new Pricing(
            greatest(runs, Pricing::share),
            greatest(runs, Pricing::fluctuation),
            probeRuns == 0 ? 0 : price / probeRuns,
            greatest(runs, Pricing::lump));
    return sums.uncertainty(pricing, runs.size());
  }

  private static double greatest(List<Uncertainty> runs, ToDoubleFunction<Pricing> value) {
    return runs.stream().map(run -> run.pricing).mapToDouble(value).max().orElseThrow();
  }

  private static double known(double value, double otherwise) {
    return Double.isNaN(value) ? otherwise : value;
  }

  /** What was folded into callers has left its overhead there, and no calls. */
  private static boolean areCallsWhole(Profile profile) {
    return profile.limits().folded().nodes() == 0;
  }

  /** That of groups of these methods. */
  public Uncertainty of(int groups, IntUnaryOperator groupOf) {
    Sums sums = new Sums(groups);
    sums.add(this, groupOf);
    return sums.uncertainty(pricing, 1);
  }

  /** What methods of groups, or of several runs, add up to. */
  private static final class Sums {
    /** In place of the group of a method that has none. */
    private static final int NONE = -1;

    private final double[] overhead;
    private final double[] priced;
    private final double[] probeRuns;

    Sums(int groups) {
      overhead = new double[groups];
      priced = new double[groups];
      probeRuns = new double[groups];
    }

    void add(Uncertainty methods, IntUnaryOperator groupOf) {
      for (int method = 0; method < methods.priced.length; method++) {
        int group = groupOf.applyAsInt(method);
        if (group != NONE) {
          overhead[group] += Math.abs(methods.overhead[method]);
          priced[group] += methods.priced[method] * Math.abs(methods.overhead[method]);
          probeRuns[group] += methods.probeRuns[method];
        }
      }
    }

    Uncertainty uncertainty(Pricing pricing, int runs) {
      for (int group = 0; group < overhead.length; group++) {
        priced[group] = overhead[group] == 0 ? 1 : priced[group] / overhead[group];
        overhead[group] /= runs;
        probeRuns[group] /= runs;
      }
      return new Uncertainty(pricing, priced, overhead, probeRuns);
    }
  }

  /** That of groups whose values have no overhead of their own, with so many calls each. */
  public Uncertainty withoutOverhead(double[] calls) {
    double[] wholly = new double[calls.length];
    Arrays.fill(wholly, 1);
    return new Uncertainty(pricing, wholly, new double[calls.length], calls.clone());
  }

  /** How many intervals between two probes are a method's own, whatever group it is in. */
  public double probeRuns(int method) {
    return method < probeRuns.length ? probeRuns[method] : 0;
  }

  /** The part by which the price of probes may be wrong in all of the run alike. */
  public double share() {
    return pricing.share;
  }

  /** The part of a method's overhead by which that may be wrong in all of the run alike. */
  public double share(int method) {
    return pricing.share * pricedPart(method);
  }

  /** The numbers that the page computes the same from. */
  public Momentary momentary() {
    return pricing.share == 0
        ? new Momentary(0, MOMENT, 0, 0)
        : new Momentary(
            pricing.fluctuation / pricing.share,
            MOMENT,
            pricing.share * pricing.ofReading,
            OF_ONE_READING * OF_ONE_READING);
  }

  /**
   * What makes the statistical part of a systematic one: times {@code ratio * sqrt(1 / moments +
   * spread / readings)}.
   *
   * @param ratio of the two parts in one moment
   * @param moment its length, in the metric's unit
   * @param ofReading the systematic part of one reading
   * @param spread the variance of one reading, as a part of a moment's
   */
  public record Momentary(double ratio, double moment, double ofReading, double spread) {}

  /** How much of an overhead of a method is the price of its probes. */
  public double priced(int method, double overhead) {
    return pricedPart(method) * overhead;
  }

  /** The same in whole units; of the thread outside of all methods it is all of the overhead. */
  public long price(int method, long overhead) {
    return method < 0 ? overhead : Math.round(priced(method, (double) overhead));
  }

  /** A view of a profile may have one more method, which stands for what it left out. */
  private double pricedPart(int method) {
    return method < priced.length ? priced[method] : 1;
  }

  /** What one reading stands for in sampled mode, in the metric's unit; else 0. */
  public double lump() {
    return pricing.lump;
  }

  /** By how much a self value may be wrong from which so much price and overhead was subtracted. */
  public double ofPrice(double price, double self, double overhead) {
    return Math.hypot(pricing.share * price, pricing.statistical(price, self + overhead));
  }

  /**
   * By how much a self value of a method may be wrong from which this overhead was subtracted;
   * chance in sampled mode left out.
   */
  public double of(int method, long self, long overhead) {
    double taken = (double) overhead;
    return ofPrice(priced(method, taken), (double) self, taken);
  }

  /** The part of {@link #of} that is of all of the run alike. */
  public double systematic(int method, long overhead) {
    return share(method) * Math.abs((double) overhead);
  }

  /**
   * The other part of {@link #of}, and chance in sampled mode; where CPU-time samples tell a value,
   * its interval has their chance.
   */
  public double statistical(int method, MethodTotals totals) {
    double overhead = (double) totals.overhead(method);
    double raw = totals.self(method) + overhead;
    double lump = totals.isDivided(method) ? 0 : pricing.lump;
    double chance = NINE_OF_TEN * Math.sqrt(lump * Math.max(0, raw));
    return Math.hypot(pricing.statistical(priced(method, overhead), raw), chance);
  }

  /**
   * Whether a self value of a method cannot be told from nothing: no more is left than the overhead
   * that was subtracted may be wrong by.
   */
  public boolean isBelow(int method, long self, long overhead) {
    return isBelow(self, overhead == 0 ? 0 : of(method, self, overhead));
  }

  /** The same of a value that may be wrong by so much; the page's {@code isBelowMeasure}, too. */
  public static boolean isBelow(long self, double wrong) {
    return self < 0 || (wrong > 0 && self <= wrong);
  }
}
