package dev.tare.report.check;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.SampleTotals;
import dev.tare.report.analysis.Uncertainty;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Each instrumented method's share of the self values, against its share of the samples.
 *
 * <p>The two disagree where no share within the uncertainty of the one is within the interval of
 * the other. The interval is Wilson's for a binomial share, which holds for few samples and for
 * none (E. B. Wilson, Probable inference, 1927).
 */
public final class SampleCheck {
  /** Of 1,000 methods that agree, one is taken for disagreeing: two-sided, normal. */
  private static final double QUANTILE = 3.29;

  private final long samples;
  private final long selfSum;
  private final List<Line> lines;

  /**
   * One method.
   *
   * @param method its index
   * @param selfShare its part of the self values
   * @param selfUncertainty by how much that may be wrong, for the overhead that was taken off
   * @param samples its samples, and those of what it called that is not instrumented
   * @param sampleShare its part of the samples
   * @param low the least share that its samples allow
   * @param high the greatest share that they allow
   */
  public record Line(
      int method,
      double selfShare,
      double selfUncertainty,
      long samples,
      double sampleShare,
      double low,
      double high) {

    /** How far the two shares are apart. */
    public double distance() {
      return Math.abs(selfShare - sampleShare);
    }

    /** Whether they are further apart than chance and calibration allow. */
    public boolean disagrees() {
      return selfShare + selfUncertainty < low || selfShare - selfUncertainty > high;
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
    long selfSum =
        IntStream.range(0, methods).filter(m -> self.calls(m) != 0).mapToLong(self::self).sum();
    List<Line> lines = new ArrayList<>();
    if (count > 0 && selfSum > 0) {
      for (int method = 0; method < methods; method++) {
        if (self.calls(method) != 0 || sampled.folded(method) != 0) {
          lines.add(line(method, self, selfSum, sampled.folded(method), count));
        }
      }
    }
    lines.sort(Comparator.comparingDouble(Line::distance).reversed());
    return new SampleCheck(count, selfSum, lines);
  }

  private static Line line(int method, MethodTotals self, long selfSum, long samples, long count) {
    double share = (double) samples / count;
    double square = QUANTILE * QUANTILE;
    double middle = (share + square / (2 * count)) / (1 + square / count);
    double half =
        QUANTILE
            / (1 + square / count)
            * Math.sqrt(share * (1 - share) / count + square / (4.0 * count * count));
    return new Line(
        method,
        (double) self.self(method) / selfSum,
        Uncertainty.of(self.overhead(method)) / selfSum,
        samples,
        share,
        Math.max(0, middle - half),
        Math.min(1, middle + half));
  }

  /** Whether there are both self values and samples of instrumented methods. */
  public boolean hasBoth() {
    return samples > 0 && selfSum > 0;
  }

  /** Samples in instrumented methods. */
  public long samples() {
    return samples;
  }

  /** Number of methods compared. */
  public int methods() {
    return lines.size();
  }

  /** The methods that disagree, the furthest apart first. */
  public List<Line> disagreeing() {
    return lines.stream().filter(Line::disagrees).toList();
  }

  /**
   * The sum over all methods of how far their shares are apart: 0 the same, 2 nothing in common.
   */
  public double distance() {
    return lines.stream().mapToDouble(Line::distance).sum();
  }

  /**
   * What {@link #distance} would be if the self shares were the truth and the samples nothing but
   * chance: the mean deviation of a binomial share, as a normal one.
   */
  public double distanceByChance() {
    return lines.stream()
        .mapToDouble(line -> Math.max(0, Math.min(1, line.selfShare())))
        .map(share -> Math.sqrt(2 * share * (1 - share) / (Math.PI * Math.max(1, samples))))
        .sum();
  }
}
