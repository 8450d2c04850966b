package dev.tare.fleet.query;

import dev.tare.fleet.FleetException;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * Two versions of a service, method by method. What a value varies by is seen from JVMs, where each
 * version has three or more; else from JVMs and periods. Which changes are more than that decides
 * {@link dev.tare.report.diff.Noise}, as it does in {@code diff}.
 */
public final class Diff {
  private static final StructType COLUMNS =
      StructType.fromDDL(
          "method string, change double, uncertainty double, verdict string, before double,"
              + " after double, calls_before string, calls_after string, calls_verdict string,"
              + " tier string, by string");

  /** JVMs a side from which on they alone tell what varies. */
  private static final int ENOUGH_JVMS = 3;

  /** Periods of equal length that a version's time is divided into where there are fewer. */
  private static final int PERIODS = 12;

  private Diff() {}

  /**
   * Compares them.
   *
   * @param selected profiles of both
   * @param anchor the method whose calls are a unit of work; null: values are of a second
   * @param perCall whether the value is of a call of the method itself
   * @param count at most so many rows, the surest and greatest changes first
   */
  public static Answer of(
      Selected selected,
      MethodSums sums,
      String before,
      String after,
      @Nullable String anchor,
      boolean perCall,
      int count)
      throws FleetException {
    int fewest = Math.min(jvms(selected, before), jvms(selected, after));
    boolean byJvm = fewest >= ENOUGH_JVMS;
    Function<ChosenProfile, String> cellOf = byJvm ? ChosenProfile::jvm : periods(selected);
    long period = samplePeriodNanos(selected);
    Cells cells =
        new Cells(
            sums.methods(),
            selected.bestKind(),
            period == 0 ? new BitSet() : sums.withoutReadings(),
            period);
    Map<List<String>, Integer> numbers = new HashMap<>();
    for (ChosenProfile profile : selected.profiles()) {
      int cell =
          numbers.computeIfAbsent(
              List.of(profile.version(), cellOf.apply(profile)),
              key -> cells.add(key.get(0).equals(before) ? 0 : 1));
      cells.addSeconds(cell, profile.durationNanos() / 1e9);
    }
    cells.add(
        sums.by(
                profile ->
                    Objects.requireNonNull(
                        numbers.get(List.of(profile.version(), cellOf.apply(profile)))))
            .select("grp", "method_high", "method_low", "self", "calls", "kind", "samples")
            .collectAsList());
    List<Comparison> compared = cells.compare(anchor, perCall);
    Map<String, String> heading = Top.heading(selected, sums);
    heading.put("before", before + ": " + cells.count(0) + " " + unit(byJvm));
    heading.put("after", after + ": " + cells.count(1) + " " + unit(byJvm));
    heading.put(
        "value",
        perCall ? "of a call" : anchor == null ? "of a second of a JVM" : "of a call of " + anchor);
    List<Row> rows =
        compared.stream()
            .sorted(
                Comparator.comparing((Comparison c) -> !c.isSure())
                    .thenComparing(c -> -Math.abs(c.after() - c.before())))
            .limit(count)
            .map(Diff::row)
            .toList();
    return new Answer(heading, selected.unit(), COLUMNS, rows);
  }

  private static String unit(boolean byJvm) {
    return byJvm ? "JVMs" : "periods of JVMs";
  }

  private static Row row(Comparison change) {
    return RowFactory.create(
        change.method(),
        change.relative(),
        change.uncertainty(),
        change.verdict(),
        change.before(),
        change.after(),
        change.callsBefore(),
        change.callsAfter(),
        change.callsVerdict(),
        change.tier(),
        change.isOfSamples() ? "samples" : "readings");
  }

  /**
   * What a sample of CPU time stands for, where all profiles that have samples agree and values are
   * of time; else 0.
   */
  private static long samplePeriodNanos(Selected selected) {
    List<Long> periods =
        selected.profiles().stream()
            .map(ChosenProfile::samplePeriodNanos)
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    return periods.size() == 1 && selected.unit().equals("ns") ? periods.get(0) : 0;
  }

  private static int jvms(Selected selected, String version) throws FleetException {
    Set<String> jvms = new HashSet<>();
    for (ChosenProfile profile : selected.profiles()) {
      if (profile.version().equals(version)) {
        jvms.add(profile.jvm());
      }
    }
    if (jvms.isEmpty()) {
      throw new FleetException("no profiles of version " + version);
    }
    return jvms.size();
  }

  /** Of each version its own, since a new one may have run for an hour of the old one's week. */
  private static Function<ChosenProfile, String> periods(Selected selected) {
    Map<String, LongSummaryStatistics> starts =
        selected.profiles().stream()
            .collect(
                Collectors.groupingBy(
                    ChosenProfile::version, Collectors.summarizingLong(Diff::startedSeconds)));
    return profile -> {
      LongSummaryStatistics of = Objects.requireNonNull(starts.get(profile.version()));
      long each = Math.max(1, (of.getMax() - of.getMin() + PERIODS) / PERIODS);
      return profile.jvm() + " " + (startedSeconds(profile) - of.getMin()) / each;
    };
  }

  private static long startedSeconds(ChosenProfile profile) {
    return profile.started().getEpochSecond();
  }
}
