package dev.tare.bench.table;

import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.util.ListStatistics;

/** A median with its range. */
public record Spread(double median, double min, double max) {

  /** Of one value or more. */
  public static Spread of(List<Double> values) {
    ListStatistics statistics = new ListStatistics();
    values.forEach(statistics::addValue);
    return new Spread(statistics.getPercentile(50), statistics.getMin(), statistics.getMax());
  }

  /** All three times this. */
  public Spread times(double factor) {
    return new Spread(median * factor, min * factor, max * factor);
  }

  /** {@code median (min..max)} with so many decimals. */
  public String text(int decimals) {
    String number = "%." + decimals + "f";
    return String.format(
        Locale.ROOT, number + " (" + number + ".." + number + ")", median, min, max);
  }
}
