package dev.tare.agent.budget;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the application may lose: additional CPU time of its threads for the same work.
 *
 * @param share of the CPU time without a profiler, 0.01 and more; infinite where nothing is limited
 */
public record Budget(double share) {
  /** Every call of every method, whatever it costs. */
  public static final Budget OFF = new Budget(Double.POSITIVE_INFINITY);

  private static final Pattern PERCENTAGE = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)%");

  /** Of a percentage, as {@link #PERCENTAGE} has it. */
  private static final int MAX_PLACES = 3;

  private static final double MIN_SHARE = 0.01;

  /** The largest part of the budget that a choice of probes aims at. */
  private static final double AIM = 0.8;

  /**
   * What no price covers: samples, and the debug information for them. On H2 it took 1.7% (-0.1 to
   * 2.7) more with samples every 4 ms and no probes (docs/results/2026-11-29-aim.md).
   */
  private static final double SAMPLES = 0.03;

  /**
   * A smaller budget is tight: there, most methods of large programs begin without probes.
   * Otherwise first runs lose 70 to 105% (docs/results/2026-11-30-cold-2.md).
   */
  private static final double TIGHT_BELOW = 0.5;

  /** The least that is not tight, as the option is written. */
  public static final String WIDE = percent(TIGHT_BELOW);

  /** Milliseconds of CPU time that the JVM takes to walk a stack of 64 frames: 0.1 to 0.25. */
  private static final double SAMPLE_MILLIS = 0.2;

  /** Linux looks at CPU timers at its tick, which is every 4 ms on most machines. */
  private static final long MIN_PERIOD_MILLIS = 4;

  /** Reads {@code off} or a percentage from {@code 1%}; empty where it is neither. */
  public static Optional<Budget> parse(String value) {
    if (value.equals("off")) {
      return Optional.of(OFF);
    }
    Matcher matcher = PERCENTAGE.matcher(value);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    double share = Double.parseDouble(matcher.group(1)) / 100;
    return share < MIN_SHARE ? Optional.empty() : Optional.of(new Budget(share));
  }

  /** Whether nothing is limited. */
  public boolean isOff() {
    return Double.isInfinite(share);
  }

  /**
   * The overhead by price that a choice of probes aims at. It leaves room for samples, but at least
   * half of the budget is for probes.
   */
  double aim() {
    return Math.min(AIM * share, Math.max(share - SAMPLES, share / 2));
  }

  /** Whether a program may lose so little that it is better to begin with few probes. */
  boolean isTight() {
    return share < TIGHT_BELOW;
  }

  /**
   * Milliseconds of a thread's CPU time from one sample to the next, so that samples of 64 frames
   * cost at most half of the budget.
   */
  public long samplePeriodMillis() {
    return Math.max(MIN_PERIOD_MILLIS, Math.round(SAMPLE_MILLIS / (share / 2)));
  }

  /** As the option is written. */
  @Override
  public String toString() {
    return isOff() ? "off" : percent(share, MAX_PLACES).stripTrailingZeros().toPlainString() + "%";
  }

  /** A share as a percentage of at most two digits, or of whole percents. */
  static String percent(double share) {
    double percent = share * 100;
    int places = percent < 10 && percent != Math.rint(percent) ? 1 : 0;
    return percent(share, places).toPlainString() + "%";
  }

  private static BigDecimal percent(double share, int places) {
    // Not by String.format: the line at the JVM's end has one, and an application's security policy
    // may forbid the JDK's locales by then.
    return BigDecimal.valueOf(share * 100).setScale(places, RoundingMode.HALF_UP);
  }
}
