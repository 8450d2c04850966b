package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.expr;

import dev.tare.fleet.FleetException;
import dev.tare.profile.CallsKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** Methods over time. */
public final class Trend {
  private static final StructType COLUMNS =
      StructType.fromDDL(
          "period string, self bigint, share double, self_per_call double, calls bigint,"
              + " exactness string, profiles bigint, jvms bigint");

  private static final class Period {
    private final Set<String> jvms = new HashSet<>();
    private long profiles;
    private long whole;
    private long self;
    private long calls;
    private int kind;
  }

  private Trend() {}

  /**
   * A row for each period that has profiles.
   *
   * @param pattern the methods, which are added up
   * @param seconds length of a period
   */
  public static Answer of(
      SparkSession spark, Selected selected, MethodSums sums, String pattern, long seconds)
      throws FleetException {
    TreeMap<Long, Period> periods = new TreeMap<>();
    for (ChosenProfile profile : selected.profiles()) {
      Period period = periods.computeIfAbsent(period(profile, seconds), start -> new Period());
      period.profiles++;
      period.jvms.add(profile.jvm());
      period.kind = Math.max(period.kind, profile.bestKind().number());
    }
    Map<Long, Integer> numbers = new HashMap<>();
    List<Period> byNumber = new ArrayList<>(periods.values());
    periods.keySet().forEach(start -> numbers.put(start, numbers.size()));
    Dataset<Row> chosen =
        spark
            .createDataFrame(
                sums.methods().keys(sums.methods().among(pattern)),
                StructType.fromDDL("method_high bigint, method_low bigint"))
            .withColumn("chosen", expr("true"));
    List<Row> found =
        sums.by(profile -> numbers.get(period(profile, seconds)))
            .join(broadcast(chosen), new String[] {"method_high", "method_low"}, "left")
            .groupBy("grp")
            .agg(
                expr("sum(self)"),
                expr("sum(if(chosen, self, 0))"),
                expr("sum(if(chosen, calls, 0))"),
                expr("max(if(chosen, kind, 0))"))
            .collectAsList();
    for (Row row : found) {
      Period period = byNumber.get(row.getInt(0));
      period.whole = row.getLong(1);
      period.self = row.getLong(2);
      period.calls = row.getLong(3);
      period.kind = Math.max(period.kind, row.getInt(4));
    }
    Map<String, String> heading = Top.heading(selected, sums);
    heading.put("method", pattern);
    List<Row> rows = new ArrayList<>();
    periods.forEach((start, period) -> rows.add(row(start, period)));
    return new Answer(heading, selected.unit(), COLUMNS, rows);
  }

  private static long period(ChosenProfile profile, long seconds) {
    return Math.floorDiv(profile.started().getEpochSecond(), seconds) * seconds;
  }

  private static Row row(long start, Period of) {
    return RowFactory.create(
        Instant.ofEpochSecond(start).toString(),
        of.self,
        of.whole == 0 ? 0.0 : (double) of.self / of.whole,
        of.calls == 0 ? null : (Double) ((double) of.self / of.calls),
        of.calls,
        CallsKind.of(of.kind).key(),
        of.profiles,
        (long) of.jvms.size());
  }
}
