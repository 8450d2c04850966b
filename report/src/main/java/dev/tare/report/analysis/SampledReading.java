package dev.tare.report.analysis;

import dev.tare.profile.Profile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What one reading of sampled mode stands for. */
final class SampledReading {
  private static final double DEFAULT_PERIOD_NANOS = 10e6;
  private static final Pattern DURATION = Pattern.compile("(\\d+)(us|ms|s)");

  private SampledReading() {}

  /**
   * In the metric's unit: of a clock a period, of a counter what it counts in a period; 0 in full
   * mode.
   */
  static double of(Profile profile, MethodTotals totals) {
    if (!profile.isSampled()) {
      return 0;
    }
    Matcher interval = DURATION.matcher(profile.settings().getOrDefault("interval", ""));
    double period =
        interval.matches()
            ? Double.parseDouble(interval.group(1)) * nanos(interval.group(2))
            : DEFAULT_PERIOD_NANOS;
    if (profile.metric().unit().equals("ns")) {
      return period;
    }
    return totals.rawSum() / Math.max(1, profile.run().durationNanos() / period);
  }

  private static double nanos(String unit) {
    return switch (unit) {
      case "us" -> 1e3;
      case "ms" -> 1e6;
      default -> 1e9;
    };
  }
}
