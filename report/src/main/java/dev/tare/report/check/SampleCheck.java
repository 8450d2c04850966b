package dev.tare.report.check;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.Quantiles;
import dev.tare.report.analysis.SampleTotals;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.analysis.WilsonInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Each instrumented method's share of the self values, against its share of the samples.
 *
 * <p>The two disagree where no share within the uncertainty of the one is within the interval of
 * the other. The interval is Wilson's for a binomial share, which holds for few samples and for
 * none (E. B. Wilson, Probable inference, 1927). Methods with enough samples are tested, and the
 * intervals are so wide that all of them hold together (Bonferroni).
 */
public final class SampleCheck {
  /** Of 20 profiles that agree, one is taken for disagreeing, in whatever method. */
  private static final double RISK = 0.05;

  /** Methods of which the one profile or the other makes fewer samples are not tested. */
  private static final int MIN_SAMPLES = 10;

  /** A part of all that is too little to speak of. */
  private static final double MIN_DISTANCE = 0.005;

  private final long samples;
  private final long selfSum;
  private final List<Line> lines;

  /**
   * One method.
   *
   * @param method its index
   * @param selfShare its part of the self values
   * @param selfUncertainty by how much that may be wrong, for the overhead that was subtracted
   * @param samples its samples, and those of what it called that is not instrumented
   * @param sampleShare its part of the samples
   * @param isTested whether there are enough samples to tell
   * @param low the least share that its samples allow
   * @param high the greatest share that they allow
   */
  public record Line(
      int method,
      double selfShare,
      double selfUncertainty,
      long samples,
      double sampleShare,
      boolean isTested,
      double low,
      double high) {

    /** How far the two shares are apart. */
    public double distance() {
      return Math.abs(selfShare - sampleShare);
    }

    /** Whether they are further apart than chance and calibration allow. */
    public boolean disagrees() {
      return distance() > MIN_DISTANCE
          && (selfShare + selfUncertainty < low || selfShare - selfUncertainty > high);
    }
  }

  private SampleCheck(long samples, long selfSum, List<Line> lines) {
    this.samples = samples;
    this.selfSum = selfSum;
    this.lines = lines;
  }

  /** Compares what these threads have of both; nothing to compare where either is missing. */
  public static SampleCheck of(Profile profile, List<ThreadProfile> threads) {
    int methods = profile.methods().size();
    MethodTotals self = MethodTotals.of(profile, threads);
    SampleTotals sampled = SampleTotals.of(profile, threads, self);
    long count = sampled.foldedSum();
    long selfSum = IntStream.range(0, methods).mapToLong(self::self).sum();
    Uncertainty uncertainty = Uncertainty.of(profile, self);
    List<Line> lines = new ArrayList<>();
    if (count > 0 && selfSum > 0) {
      int[] met =
          IntStream.range(0, methods)
              .filter(method -> self.isMet(method) || sampled.folded(method) != 0)
              .toArray();
      long tested =
          IntStream.of(met)
              .filter(method -> isEnough(self.self(method), selfSum, sampled.folded(method), count))
              .count();
      double quantile = Quantiles.normal(RISK / Math.max(1, tested));
      for (int method : met) {
        double wrong = uncertainty.of(method, self.self(method), self.overhead(method));
        lines.add(line(method, self, wrong, selfSum, sampled.folded(method), count, quantile));
      }
    }
    lines.sort(Comparator.comparingDouble(Line::distance).reversed());
    return new SampleCheck(count, selfSum, lines);
  }

  private static boolean isEnough(long self, long selfSum, long samples, long count) {
    return samples >= MIN_SAMPLES || (double) self / selfSum * count >= MIN_SAMPLES;
  }

  private static Line line(
      int method,
      MethodTotals self,
      double wrong,
      long selfSum,
      long samples,
      long count,
      double quantile) {
    double share = (double) samples / count;
    WilsonInterval interval = WilsonInterval.of(samples, count, quantile);
    return new Line(
        method,
        (double) self.self(method) / selfSum,
        wrong / selfSum,
        samples,
        share,
        isEnough(self.self(method), selfSum, samples, count),
        interval.low(),
        interval.high());
  }

  /** Whether there are both self values and samples of instrumented methods. */
  public boolean hasBoth() {
    return samples > 0 && selfSum > 0;
  }

  /** Samples in instrumented methods. */
  public long samples() {
    return samples;
  }

  /** Number of methods tested. */
  public int methods() {
    return (int) lines.stream().filter(Line::isTested).count();
  }

  /** The methods that disagree, the furthest apart first. */
  public List<Line> disagreeing() {
    return lines.stream().filter(line -> line.isTested() && line.disagrees()).toList();
  }

  /** The part of all that both place in the same methods: 1 the same, 0 nothing in common. */
  public double inCommon() {
    return inCommon(lines.stream().mapToDouble(Line::distance).sum());
  }

  /**
   * What {@link #inCommon} would be if the self shares were the truth and the samples nothing but
   * chance: by the mean deviation of a binomial share, as a normal one.
   */
  public double inCommonByChance() {
    double distance =
        lines.stream()
            .mapToDouble(line -> Math.max(0, Math.min(1, line.selfShare())))
            .map(share -> Math.sqrt(2 * share * (1 - share) / (Math.PI * Math.max(1, samples))))
            .sum();
    return inCommon(distance);
  }

  /**
   * Each part in other methods is missing in one and too much in another. Values may be below 0.
   */
  private static double inCommon(double distance) {
    return Math.max(0, 1 - distance / 2);
  }
}
