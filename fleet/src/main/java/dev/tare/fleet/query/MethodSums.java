package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;

import dev.tare.fleet.table.Kind;
import dev.tare.profile.MethodInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * What methods add up to over profiles, all by the methods that had probes in each of them: a
 * method that lost its probes in one is a part of its callers in all, as {@code diff} does it. So
 * no sum is of values that mean different things.
 */
public final class MethodSums {
  private static final StructType MAPPING =
      StructType.fromDDL("path_high bigint, path_low bigint, kept_high bigint, kept_low bigint");

  /** The sums that are worth having of several profiles. */
  private static final List<String> SUMS =
      List.of("calls", "calls_low", "calls_high", "self", "overhead", "total", "samples");

  private final SparkSession spark;
  private final Selected selected;
  private final Dataset<Row> merged;
  private final long mergedMethods;

  public MethodSums(SparkSession spark, Selected selected) {
    this.spark = spark;
    this.selected = selected;
    List<Row> found =
        selected
            .rows(Kind.SUMS)
            .where(col("tier").equalTo(MethodInfo.MERGED))
            .select("method_high", "method_low")
            .distinct()
            .collectAsList();
    mergedMethods = found.size();
    merged =
        spark.createDataFrame(found, StructType.fromDDL("method_high bigint, method_low bigint"));
  }

  /** How many methods are parts of their callers. */
  public long rolledUp() {
    return mergedMethods;
  }

  /**
   * A row for each method and group: the sums, {@code profiles} that have it, {@code tier}, and
   * {@code kind}, the greatest number of a {@link dev.tare.profile.CallsKind}.
   *
   * @param groups of each {@code profile}; its other columns tell the groups apart
   */
  public Dataset<Row> by(Dataset<Row> groups) {
    List<String> keys = new ArrayList<>(List.of(groups.columns()));
    keys.remove("profile");
    keys.add("method_high");
    keys.add("method_low");
    Dataset<Row> rows = columns(selected.rowsWith(Kind.SUMS, groups), keys);
    if (mergedMethods > 0) {
      String[] method = {"method_high", "method_low"};
      rows = rows.join(broadcast(merged), method, "left_anti").unionByName(moved(groups, keys));
    }
    return summed(rows, keys);
  }

  /** A row for each method over all profiles. */
  public Dataset<Row> all() {
    List<String> keys = List.of("method_high", "method_low");
    if (mergedMethods > 0) {
      return by(selected.profiles().select(col("profile")));
    }
    return summed(columns(selected.rows(Kind.SUMS), keys), keys);
  }

  private static Dataset<Row> columns(Dataset<Row> rows, List<String> keys) {
    List<Column> columns = new ArrayList<>();
    keys.forEach(key -> columns.add(col(key)));
    columns.add(col("calls"));
    columns.add(coalesce(col("calls_low"), col("calls")).as("calls_low"));
    columns.add(coalesce(col("calls_high"), col("calls")).as("calls_high"));
    List.of("self", "overhead", "total", "samples", "tier").forEach(c -> columns.add(col(c)));
    columns.add(
        expr("case exactness when 'exact' then 0 when 'derived' then 1 when 'bounded' then 2"
                + " else 3 end")
            .as("kind"));
    columns.add(lit(1).as("profiles"));
    return rows.select(columns.toArray(Column[]::new));
  }

  private static Dataset<Row> summed(Dataset<Row> rows, List<String> keys) {
    List<Column> sums = new ArrayList<>();
    SUMS.forEach(sum -> sums.add(expr("sum(" + sum + ")").as(sum)));
    sums.add(expr("sum(profiles)").as("profiles"));
    sums.add(expr("max(kind)").as("kind"));
    sums.add(
        expr("case when min(tier) = max(tier) then min(tier) else '(several)' end").as("tier"));
    Column first = sums.remove(0);
    return rows.groupBy(keys.stream().map(key -> col(key)).toArray(Column[]::new))
        .agg(first, sums.toArray(Column[]::new));
  }

  /** Self values and overhead of methods that are parts of their callers, as the callers' own. */
  private Dataset<Row> moved(Dataset<Row> groups, List<String> keys) {
    Dataset<Row> methodOfKept =
        selected
            .paths()
            .select(
                col("path_high").as("kept_high"),
                col("path_low").as("kept_low"),
                col("method_high"),
                col("method_low"))
            .where("method_high is not null");
    Dataset<Row> target =
        mapping().join(methodOfKept, new String[] {"kept_high", "kept_low"}, "inner");
    List<Column> columns = new ArrayList<>();
    keys.forEach(key -> columns.add(col(key)));
    for (String zero : List.of("calls", "calls_low", "calls_high")) {
      columns.add(lit(0L).as(zero));
    }
    columns.add(coalesce(col("self"), lit(0L)).as("self"));
    columns.add(coalesce(col("overhead"), lit(0L)).as("overhead"));
    columns.add(lit(0L).as("total"));
    columns.add(coalesce(col("samples"), lit(0L)).as("samples"));
    columns.add(lit(null).cast("string").as("tier"));
    columns.add(lit(0).as("kind"));
    columns.add(lit(0).as("profiles"));
    return selected
        .rowsWith(Kind.NODES, groups)
        .join(
            broadcast(target.select("path_high", "path_low", "method_high", "method_low")),
            new String[] {"path_high", "path_low"},
            "inner")
        .select(columns.toArray(Column[]::new));
  }

  private record Path(long high, long low) {}

  /** Of each path of such a method the nearest path above it that is none. */
  private Dataset<Row> mapping() {
    Map<Path, Path> parents = new HashMap<>();
    List<Row> unwanted =
        selected
            .paths()
            .join(broadcast(merged), new String[] {"method_high", "method_low"}, "inner")
            .select("path_high", "path_low", "parent_high", "parent_low")
            .collectAsList();
    for (Row row : unwanted) {
      parents.put(
          new Path(row.getLong(0), row.getLong(1)), new Path(row.getLong(2), row.getLong(3)));
    }
    Map<Path, Path> kept = new HashMap<>();
    for (Path path : parents.keySet()) {
      List<Path> below = new ArrayList<>();
      Path at = path;
      while (parents.containsKey(at) && !kept.containsKey(at)) {
        below.add(at);
        at = parents.get(at);
      }
      Path target = kept.getOrDefault(at, at);
      below.forEach(one -> kept.put(one, target));
    }
    List<Row> rows = new ArrayList<>();
    kept.forEach(
        (path, target) ->
            rows.add(RowFactory.create(path.high(), path.low(), target.high(), target.low())));
    return spark.createDataFrame(rows, MAPPING);
  }
}
