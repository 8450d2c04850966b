package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;

import dev.tare.fleet.FleetException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * What methods add up to over profiles, all by the methods that each of them recorded alike, as
 * {@code merge} and {@code diff} of files have it ({@link dev.tare.report.view.CommonMethods}). So
 * no sum is of values that mean different things.
 */
public final class MethodSums {
  private static final StructType TARGETS =
      StructType.fromDDL("path_high bigint, path_low bigint, kept_high bigint, kept_low bigint");
  private static final String[] PATH = {"path_high", "path_low"};
  private static final String[] METHOD = {"method_high", "method_low"};

  private final SparkSession spark;
  private final Selected selected;
  private final MethodList methods;
  private final boolean isWorking;

  /** Methods that are parts of their callers, and those that have their calls alone. */
  private final BitSet folded;

  private final BitSet counted;

  /**
   * Sums over a selection.
   *
   * @param isWall whether values are with the time that threads waited, where that is known
   * @throws FleetException where it is known of some of the profiles alone
   */
  public MethodSums(SparkSession spark, Selected selected, boolean isWall) throws FleetException {
    this.spark = spark;
    this.selected = selected;
    isWorking = selected.isWorking(isWall);
    methods = selected.methodList();
    folded = methods.common().folded(methods.methods());
    counted = methods.common().countedAlone(methods.methods());
  }

  /** What values are, in a line. */
  String metric() {
    return selected.metric() + " in " + selected.unit() + (isWorking ? ", without waiting" : "");
  }

  MethodList methods() {
    return methods;
  }

  /** The places of methods that have no readings of their own in some of the profiles. */
  BitSet withoutReadings() {
    BitSet without = (BitSet) folded.clone();
    without.or(counted);
    return without;
  }

  /**
   * A row for each group ({@code grp}) and method: {@code calls}, {@code self}, {@code overhead},
   * {@code total}, {@code samples}, {@code waiting}, and {@code kind}, the greatest number of a
   * {@link dev.tare.profile.CallsKind}.
   *
   * @throws FleetException where nodes are needed that were deleted
   */
  Dataset<Row> by(ToIntFunction<ChosenProfile> groupOf) throws FleetException {
    Dataset<Row> byPath = byPath(selected.rows(groupOf));
    Dataset<Row> paths =
        selected
            .paths()
            .where("method_high is not null")
            .select("path_high", "path_low", "method_high", "method_low", "outermost");
    if (folded.isEmpty() && counted.isEmpty()) {
      return summed(
          byPath.join(paths, PATH, "inner").withColumn("total", expr("if(outermost, total, 0)")));
    }
    byPath = byPath.persist();
    Dataset<Row> own =
        byPath
            .join(paths, PATH, "inner")
            .join(broadcast(unwanted()), METHOD, "left")
            .withColumn("calls", expr("if(folded, 0, calls)"))
            .withColumn("kind", expr("if(folded, 0, kind)"))
            .withColumn("total", expr("if(outermost and folded is null, total, 0)"))
            .withColumn("self", expr("if(folded is null, self, 0)"))
            .withColumn("overhead", expr("if(folded is null, overhead, 0)"))
            .withColumn("waiting", expr("if(folded is null, waiting, 0)"));
    Dataset<Row> moved =
        byPath
            .join(targets(paths), PATH, "inner")
            .withColumn("calls", expr("0L"))
            .withColumn("kind", expr("0"))
            .withColumn("total", expr("0L"))
            .withColumn("samples", expr("0L"));
    return summed(columns(own).unionByName(columns(moved)))
        .where("calls <> 0 or self <> 0 or total <> 0 or samples <> 0");
  }

  private Dataset<Row> byPath(Dataset<Row> rows) {
    String working = isWorking ? " - coalesce(waiting, 0)" : "";
    String totalWorking = isWorking ? " - coalesce(total_waiting, 0)" : "";
    return rows.groupBy("grp", PATH)
        .agg(
            expr("coalesce(sum(calls), 0) as calls"),
            expr(
                "max(case exactness when 'derived' then 1 when 'bounded' then 2"
                    + " when 'estimated' then 3 else 0 end) as kind"),
            expr("coalesce(sum(self" + working + "), 0) as self"),
            expr("coalesce(sum(overhead), 0) as overhead"),
            expr("coalesce(sum(total" + totalWorking + "), 0) as total"),
            expr("coalesce(sum(samples), 0) as samples"),
            expr("coalesce(sum(waiting), 0) as waiting"));
  }

  private static Dataset<Row> columns(Dataset<Row> rows) {
    return rows.select(
        "grp",
        "method_high",
        "method_low",
        "calls",
        "kind",
        "self",
        "overhead",
        "total",
        "samples",
        "waiting");
  }

  private static Dataset<Row> summed(Dataset<Row> rows) {
    Column calls = expr("sum(calls) as calls");
    return rows.groupBy("grp", METHOD)
        .agg(
            calls,
            expr("max(kind) as kind"),
            expr("sum(self) as self"),
            expr("sum(overhead) as overhead"),
            expr("sum(total) as total"),
            expr("sum(samples) as samples"),
            expr("sum(waiting) as waiting"));
  }

  /** Keys of methods that do not keep their values, with whether they are parts of callers. */
  private Dataset<Row> unwanted() {
    List<Row> rows = new ArrayList<>();
    for (Row key : methods.keys(folded)) {
      rows.add(RowFactory.create(key.getLong(0), key.getLong(1), true));
    }
    for (Row key : methods.keys(counted)) {
      rows.add(RowFactory.create(key.getLong(0), key.getLong(1), false));
    }
    return spark.createDataFrame(
        rows, StructType.fromDDL("method_high bigint, method_low bigint, folded boolean"));
  }

  private record Path(long high, long low) {}

  /** Of each path whose last method does not keep its values the method that they go to. */
  private Dataset<Row> targets(Dataset<Row> paths) {
    Map<Path, Path> parents = new HashMap<>();
    List<Row> without =
        selected
            .paths()
            .where("sampled_tier is null")
            .join(broadcast(unwanted()), METHOD, "inner")
            .select("path_high", "path_low", "parent_high", "parent_low")
            .collectAsList();
    for (Row row : without) {
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
    Dataset<Row> methodOfKept =
        paths.select(
            col("path_high").as("kept_high"),
            col("path_low").as("kept_low"),
            col("method_high"),
            col("method_low"));
    return spark
        .createDataFrame(rows, TARGETS)
        .join(methodOfKept, new String[] {"kept_high", "kept_low"}, "inner")
        .select("path_high", "path_low", "method_high", "method_low");
  }
}
