package dev.tare.fleet;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Seconds, given as {@code 10s}, {@code 10m}, {@code 1h} or {@code 1d}. */
final class PeriodConverter implements ITypeConverter<Long> {
  private static final Pattern PERIOD = Pattern.compile("([1-9][0-9]{0,5})([smhd])");

  @Override
  public Long convert(String text) {
    Matcher matcher = PERIOD.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a duration like 10m, 1h or 1d");
    }
    long unit =
        switch (matcher.group(2)) {
          case "s" -> 1;
          case "m" -> 60;
          case "h" -> 3600;
          default -> 86_400;
        };
    return Long.parseLong(matcher.group(1)) * unit;
  }
}
