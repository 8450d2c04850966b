package dev.tare.agent.options;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often CPU time is sampled.
 *
 * @param setting as the option has it, and as JFR's {@code throttle} takes it: {@code 10ms} or
 *     {@code 500/s}
 * @param periodNanos CPU nanoseconds of one thread between two samples
 */
public record SamplingRate(String setting, long periodNanos) {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(us|ms|s)");
  private static final Pattern RATE = Pattern.compile("(\\d{1,6})/s");
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final long MIN_PERIOD_NANOS = 1_000_000;
  private static final long MAX_PERIOD_NANOS = 60 * SECOND_NANOS;
  private static final int MAX_RATE = 10_000;

  /**
   * A pace of CPU time, or of samples a second. The second is what all processors together can come
   * to, as JFR understands it: with 2 of them, 500 a second are one after every 4 ms of CPU time.
   *
   * @return empty where it is neither, or out of range
   */
  public static Optional<SamplingRate> parse(String setting) {
    Matcher duration = DURATION.matcher(setting);
    if (duration.matches()) {
      long unit =
          switch (duration.group(2)) {
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            default -> SECOND_NANOS;
          };
      long nanos = Long.parseLong(duration.group(1)) * unit;
      return nanos >= MIN_PERIOD_NANOS && nanos <= MAX_PERIOD_NANOS
          ? Optional.of(new SamplingRate(setting, nanos))
          : Optional.empty();
    }
    Matcher rate = RATE.matcher(setting);
    if (rate.matches()) {
      int samples = Integer.parseInt(rate.group(1));
      if (samples >= 1 && samples <= MAX_RATE) {
        long nanos = Runtime.getRuntime().availableProcessors() * SECOND_NANOS / samples;
        return Optional.of(new SamplingRate(setting, Math.max(nanos, MIN_PERIOD_NANOS)));
      }
    }
    return Optional.empty();
  }

  /** One sample after so many milliseconds of a thread's CPU time. */
  public static SamplingRate ofMillis(long millis) {
    return new SamplingRate(millis + "ms", millis * 1_000_000);
  }

  /** For a sentence: {@code every 10ms} or {@code 500/s}. */
  public String shown() {
    return setting.endsWith("/s") ? setting : "every " + setting;
  }
}
