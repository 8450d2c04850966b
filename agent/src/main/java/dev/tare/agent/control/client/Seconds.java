package dev.tare.agent.control.client;

import java.math.BigDecimal;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration in nanoseconds, given in seconds ({@code 30}) or with a unit. */
final class Seconds implements ITypeConverter<Long> {
  private static final Pattern DURATION = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)(ms|s|m|h|)");
  private static final Map<String, TimeUnit> UNITS =
      Map.of(
          "", TimeUnit.SECONDS,
          "ms", TimeUnit.MILLISECONDS,
          "s", TimeUnit.SECONDS,
          "m", TimeUnit.MINUTES,
          "h", TimeUnit.HOURS);

  @Override
  public Long convert(String text) {
    Matcher duration = DURATION.matcher(text);
    TimeUnit unit = duration.matches() ? UNITS.get(duration.group(2)) : null;
    long nanos =
        unit == null
            ? 0
            : new BigDecimal(duration.group(1))
                .multiply(BigDecimal.valueOf(unit.toNanos(1)))
                .longValue();
    if (nanos <= 0 || nanos > TimeUnit.HOURS.toNanos(24)) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration of at most 24h, such as 30, 500ms or 2m");
    }
    return nanos;
  }
}
