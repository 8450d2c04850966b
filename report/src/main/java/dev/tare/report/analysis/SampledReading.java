package dev.tare.report.analysis;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.sum.ProfileSum;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What one reading of sampled mode stands for. */
public final class SampledReading {
  private static final double DEFAULT_PERIOD_NANOS = 10e6;
  private static final Pattern DURATION = Pattern.compile("(\\d+)(us|ms|s|m)");

  private SampledReading() {}

  /**
   * Whether readings were taken once in a sampling period, if only in some of the runs that the
   * profile is the sum of.
   */
  public static boolean isIn(Profile profile) {
    return profile.isSampled() || ProfileSum.SEVERAL.equals(profile.settings().get("mode"));
  }

  /**
   * In the metric's unit: of a clock a period, of a counter what it counts in a period of a thread,
   * in the mean over what all threads counted; 0 in full mode.
   */
  public static double of(Profile profile) {
    if (!isIn(profile)) {
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
    double sum = 0;
    double squares = 0;
    for (ThreadProfile thread : profile.threads()) {
      double counted = Math.max(0, (double) thread.sums().self() + thread.sums().overhead());
      sum += counted;
      squares += counted * counted;
    }
    double periods = Math.max(1, profile.run().durationNanos() / period);
    return sum == 0 ? 0 : squares / sum / periods;
  }

  private static double nanos(String unit) {
    return switch (unit) {
      case "us" -> 1e3;
      case "ms" -> 1e6;
      case "s" -> 1e9;
      default -> 60e9;
    };
  }
}
