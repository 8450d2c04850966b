package dev.tare.report.diff;

import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.SampledReading;
import dev.tare.report.analysis.Uncertainty;

/**
 * By how much a run's self values may be wrong, as far as its profile tells: what would differ if
 * the same run were measured again.
 *
 * <ul>
 *   <li>Overhead: parts of the price of a method's probes ({@link Uncertainty}).
 *   <li>Chance, of lumps that fall upon one method or another: of a sum of lumps of the size {@code
 *       s} that come at random, the variance is {@code s} times the sum (a compound Poisson
 *       variable). Interruptions are lumps: what was subtracted beyond the price of the probes, and
 *       what a method waited. In sampled mode each reading is a lump, of a sampling period or of an
 *       interruption, which it may contain.
 * </ul>
 */
final class MeasurementError {
  /**
   * How long a thread is kept from running at once, in nanoseconds: what Linux gives to another
   * thread before it comes back is 3 to 10 ms, by the number of threads that wait.
   */
  private static final double INTERRUPTION_NANOS = 10e6;

  private final double[] chance;
  private final double[] overhead;

  private MeasurementError(double[] chance, double[] overhead) {
    this.chance = chance;
    this.overhead = overhead;
  }

  /**
   * The errors of a run.
   *
   * @param numbers of the profile's methods, in the result
   * @param methods number of methods in the result
   * @param isWall whether self values contain what is known of waiting
   */
  static MeasurementError of(MeasuredRun run, int[] numbers, int methods, boolean isWall) {
    Profile profile = run.profile();
    Uncertainty uncertainty = run.uncertainty();
    Sums sums = new Sums(methods);
    for (ThreadProfile thread : profile.threads()) {
      sums.add(thread.tree(), numbers, uncertainty);
    }
    for (int method = 0; method < numbers.length; method++) {
      sums.events[numbers[method]] += uncertainty.probeRuns(method);
    }
    boolean isSampled = SampledReading.isIn(profile);
    double lump = Math.max(interruption(profile), uncertainty.lump());
    double[] chance = new double[methods];
    double[] overhead = new double[methods];
    for (int method = 0; method < methods; method++) {
      double probes = Math.max(0, sums.overhead[method]);
      double priced = Math.min(probes, Math.max(0, sums.priced[method]));
      double lumps =
          (isWall ? sums.waiting[method] : 0)
              + (isSampled ? Math.max(0, sums.self[method]) + probes : probes - priced);
      // There are no more lumps than events: what is called once is one lump, however long.
      chance[method] = Math.max(lump, lumps / Math.max(1, sums.events[method])) * lumps;
      if (!isWall) {
        chance[method] += lump * sums.waiting[method]; // Clocks may take some of it for work.
      }
      overhead[method] =
          uncertainty.ofPrice(
              probes == 0 ? sums.overhead[method] : priced,
              sums.self[method],
              sums.overhead[method]);
    }
    return new MeasurementError(chance, overhead);
  }

  /** Variance of a method's self value by chance, in the square of the metric's unit. */
  double chance(int method) {
    return method < chance.length ? chance[method] : 0;
  }

  /** By how much a method's self value may be wrong by the overhead, in the metric's unit. */
  double overhead(int method) {
    return method < overhead.length ? overhead[method] : 0;
  }

  /** Counters do not go on while a thread is kept from running. */
  private static double interruption(Profile profile) {
    return isClock(profile) ? INTERRUPTION_NANOS : 0;
  }

  private static boolean isClock(Profile profile) {
    return profile.metric().unit().equals("ns");
  }

  /** What the errors depend on, of each method. */
  private static final class Sums {
    private final double[] self;
    private final double[] overhead;

    /** The part of the overhead that is the price of probes. */
    private final double[] priced;

    private final double[] waiting;

    /** Calls of the method and by the method: intervals that are its own. */
    private final double[] events;

    Sums(int methods) {
      self = new double[methods];
      overhead = new double[methods];
      priced = new double[methods];
      waiting = new double[methods];
      events = new double[methods];
    }

    void add(CallTree tree, int[] numbers, Uncertainty uncertainty) {
      for (int node = 1; node < tree.size(); node++) {
        int method = numbers[tree.method(node)];
        self[method] += tree.self(node);
        overhead[method] += tree.overhead(node);
        priced[method] += uncertainty.priced(tree.method(node), (double) tree.overhead(node));
        waiting[method] += tree.waiting(node);
      }
    }
  }
}
