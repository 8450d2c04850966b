package dev.tare.bench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The overhead that the profiler printed.
 *
 * @param low share of the plain time, at least
 * @param high at most; infinite where the profiler said at least
 */
record PrintedOverhead(double low, double high) {
  private static final Pattern INTERVAL =
      Pattern.compile("overhead (?:at least ([0-9.]+)%|([0-9.]+) to ([0-9.]+)%)");

  /** What the last message that has one says. */
  static Optional<PrintedOverhead> in(List<String> messages) {
    Optional<PrintedOverhead> found = Optional.empty();
    for (String message : messages) {
      Matcher matcher = INTERVAL.matcher(message);
      if (matcher.find()) {
        String least = matcher.group(1);
        found =
            Optional.of(
                least != null
                    ? new PrintedOverhead(Double.parseDouble(least) / 100, Double.POSITIVE_INFINITY)
                    : new PrintedOverhead(
                        Double.parseDouble(matcher.group(2)) / 100,
                        Double.parseDouble(matcher.group(3)) / 100));
      }
    }
    return found;
  }

  @Override
  public String toString() {
    return Double.isInfinite(high)
        ? String.format(Locale.ROOT, ">= %.1f%%", low * 100)
        : String.format(Locale.ROOT, "%.1f to %.1f%%", low * 100, high * 100);
  }
}
