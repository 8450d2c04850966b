package dev.tare.report.analysis;

import dev.tare.profile.Profile;
import java.util.function.IntUnaryOperator;

/**
 * By how much the self values of a profile may be wrong, as far as it tells: by the overhead that
 * was taken off them. What varies from run to run is not in it.
 *
 * <p>The price of probes is an estimate, of which the profile knows by what part it may be wrong.
 * What was taken off beyond that price, such as the weaving of classes, was measured on the
 * thread's clock, and is right. A profile has the sum of both for each method, and how often its
 * probes ran: more than {@link #PRICE_SPREAD} times the mean price of that many probes was
 * measured.
 */
public final class Uncertainty {
  /** Of profiles that do not say by what part it may be wrong. An assumption, no measurement. */
  private static final double UNKNOWN = 0.1;

  /** By which factor the price of a probe differs among methods. */
  private static final double PRICE_SPREAD = 2;

  private final double share;

  /** Of each method the part of its overhead that is the price of its probes, 0 to 1. */
  private final double[] priced;

  /** Of each method its overhead, in the metric's unit. */
  private final double[] overhead;

  private Uncertainty(double share, double[] priced, double[] overhead) {
    this.share = share;
    this.priced = priced;
    this.overhead = overhead;
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
    double known = profile.calibration().uncertainty();
    double share = Double.isNaN(known) ? UNKNOWN : known;
    double[] overhead = new double[totals.methods()];
    double[] priced = new double[totals.methods()];
    double most = PRICE_SPREAD * totals.probePrice();
    boolean areCallsWhole = areCallsWhole(profile);
    for (int method = 0; method < priced.length; method++) {
      overhead[method] = totals.overhead(method);
      priced[method] =
          areCallsWhole && overhead[method] > 0
              ? Math.min(1, most * totals.probeRuns(method) / overhead[method])
              : 1;
    }
    return new Uncertainty(share, priced, overhead);
  }

  /** What was folded into callers has left its overhead there, and no calls. */
  private static boolean areCallsWhole(Profile profile) {
    return profile.limits().folded().nodes() == 0;
  }

  /** That of groups of these methods. */
  public Uncertainty of(int groups, IntUnaryOperator groupOf) {
    double[] sums = new double[groups];
    double[] pricedSums = new double[groups];
    for (int method = 0; method < priced.length; method++) {
      int group = groupOf.applyAsInt(method);
      sums[group] += Math.abs(overhead[method]);
      pricedSums[group] += priced[method] * Math.abs(overhead[method]);
    }
    for (int group = 0; group < groups; group++) {
      pricedSums[group] = sums[group] == 0 ? 1 : pricedSums[group] / sums[group];
    }
    return new Uncertainty(share, pricedSums, sums);
  }

  /** The part by which the price of probes may be wrong. */
  public double share() {
    return share;
  }

  /** The part of a method's overhead by which that may be wrong. */
  public double share(int method) {
    return share * priced[method];
  }

  /** How much of an overhead of a method is the price of its probes. */
  public double priced(int method, double overhead) {
    return priced[method] * overhead;
  }

  /** By how much a self value of a method may be wrong that this overhead was taken off from. */
  public double of(int method, long overhead) {
    return share(method) * Math.abs((double) overhead);
  }

  /**
   * Whether a self value of a method cannot be told from nothing: no more is left than the overhead
   * that was taken off may be wrong by.
   */
  public boolean isBelow(int method, long self, long overhead) {
    return isBelow(self, overhead == 0 ? 0 : of(method, overhead));
  }

  /** The same of a value that may be wrong by so much; the page's {@code isBelowMeasure}, too. */
  public static boolean isBelow(long self, double wrong) {
    return self < 0 || (wrong > 0 && self <= wrong);
  }
}
