package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.expr;

import dev.tare.fleet.FleetException;
import dev.tare.profile.CallsKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
              + " exactness string, profiles bigint, hosts bigint");

  private Trend() {}

  /**
   * A row for each period that has profiles.
   *
   * @param pattern the methods, which are added up
   * @param seconds length of a period
   */
  public static Answer of(SparkSession spark, Selected selected, String pattern, long seconds)
      throws FleetException {
    Dataset<Row> keys = MethodList.of(selected).keys(spark, pattern);
    MethodSums sums = new MethodSums(spark, selected);
    String period =
        "cast(floor(unix_seconds(started) / " + seconds + ") * " + seconds + " as bigint)";
    Dataset<Row> groups = selected.profiles().select(col("profile"), expr(period).as("period"));
    Dataset<Row> all = sums.by(groups).cache();
    Dataset<Row> whole = all.groupBy("period").agg(expr("sum(self)").as("whole"));
    Dataset<Row> chosen =
        all.join(broadcast(keys), new String[] {"method_high", "method_low"}, "inner")
            .groupBy("period")
            .agg(
                expr("sum(self)").as("self"),
                expr("sum(calls)").as("calls"),
                expr("max(kind)").as("kind"));
    Dataset<Row> sizes =
        selected
            .profiles()
            .groupBy(expr(period).as("period"))
            .agg(countDistinct("profile").as("profiles"), countDistinct("host", "pid").as("hosts"));
    List<Row> found =
        sizes
            .join(whole, new String[] {"period"}, "left")
            .join(chosen, new String[] {"period"}, "left")
            .orderBy("period")
            .collectAsList();
    all.unpersist();
    Map<String, String> heading = new LinkedHashMap<>();
    heading.put("profiles", selected.heading());
    heading.put("method", pattern);
    heading.put("metric", selected.metric() + " in " + selected.unit());
    if (sums.rolledUp() > 0) {
      heading.put("rolled up", Top.rolledUp(sums.rolledUp()));
    }
    List<Row> rows = new ArrayList<>();
    for (Row row : found) {
      long self = number(row, "self");
      long calls = number(row, "calls");
      long sum = number(row, "whole");
      int kind = row.isNullAt(row.fieldIndex("kind")) ? 0 : row.<Integer>getAs("kind");
      rows.add(
          RowFactory.create(
              Instant.ofEpochSecond(number(row, "period")).toString(),
              self,
              sum == 0 ? 0.0 : (double) self / sum,
              calls == 0 ? null : (Double) ((double) self / calls),
              calls,
              CallsKind.of(kind).key(),
              row.getAs("profiles"),
              row.getAs("hosts")));
    }
    return new Answer(heading, selected.unit(), COLUMNS, rows);
  }

  private static long number(Row row, String column) {
    int at = row.fieldIndex(column);
    return row.isNullAt(at) ? 0 : row.getLong(at);
  }
}
