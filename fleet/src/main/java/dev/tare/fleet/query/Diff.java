package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.expr;

import dev.tare.fleet.FleetException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
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
              + " tier string");

  /** JVMs a side from which on they alone tell what varies. */
  private static final int ENOUGH_JVMS = 3;

  /** Periods that a JVM's profiles are shared out to where there are fewer. */
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
      SparkSession spark,
      Selected selected,
      String before,
      String after,
      @Nullable String anchor,
      boolean perCall,
      int count)
      throws FleetException {
    Map<String, Long> jvms = jvms(selected);
    long fewest = Math.min(jvms.getOrDefault(before, 0L), jvms.getOrDefault(after, 0L));
    if (fewest == 0) {
      throw new FleetException(
          "no profiles of version " + (jvms.containsKey(before) ? after : before));
    }
    boolean byJvm = fewest >= ENOUGH_JVMS;
    Dataset<Row> profiles = profilesWithCells(selected, byJvm);
    MethodSums sums = new MethodSums(spark, selected);
    Dataset<Row> cells =
        sums.by(profiles.select("profile", "version", "cell"))
            .select(
                "version", "cell", "method_high", "method_low", "self", "calls", "kind", "tier");
    Cells values = new Cells(before);
    values.durations(
        profiles.groupBy("version", "cell").agg(expr("sum(duration_ns) / 1e9")).collectAsList());
    values.add(cells.collectAsList());
    values.name(
        cells
            .select("method_high", "method_low")
            .distinct()
            .join(
                broadcast(selected.methods()), new String[] {"method_high", "method_low"}, "inner")
            .collectAsList());
    List<Comparison> compared = values.compare(anchor, perCall);
    Map<String, String> heading = new LinkedHashMap<>();
    heading.put("profiles", selected.heading());
    heading.put("before", before + ": " + values.count(0) + " " + unit(byJvm));
    heading.put("after", after + ": " + values.count(1) + " " + unit(byJvm));
    heading.put(
        "value",
        selected.metric()
            + " in "
            + selected.unit()
            + (perCall
                ? " of a call"
                : anchor == null ? " of a second of a JVM" : " of a call of " + anchor));
    if (sums.rolledUp() > 0) {
      heading.put("rolled up", Top.rolledUp(sums.rolledUp()));
    }
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
        change.tier());
  }

  private static Map<String, Long> jvms(Selected selected) {
    Map<String, Long> jvms = new HashMap<>();
    selected
        .profiles()
        .groupBy("version")
        .agg(expr("count(distinct host, pid)"))
        .collectAsList()
        .forEach(row -> jvms.put(row.getString(0), row.getLong(1)));
    return jvms;
  }

  /** Each profile with the cell in which it is added up with others. */
  private static Dataset<Row> profilesWithCells(Selected selected, boolean byJvm) {
    String jvm = "concat(host, ' ', pid)";
    Dataset<Row> profiles = selected.profiles();
    if (byJvm) {
      return profiles.withColumn("cell", expr(jvm));
    }
    Row span =
        profiles
            .agg(
                expr("min(unix_seconds(started))"),
                expr("max(unix_seconds(started))"),
                expr("count(distinct host, pid)"))
            .first();
    long each = Math.max(1, (span.getLong(1) - span.getLong(0) + 1 + PERIODS - 1) / PERIODS);
    return profiles.withColumn(
        "cell",
        expr(
            "concat("
                + jvm
                + ", ' ', floor((unix_seconds(started) - "
                + span.getLong(0)
                + ") / "
                + each
                + "))"));
  }
}
