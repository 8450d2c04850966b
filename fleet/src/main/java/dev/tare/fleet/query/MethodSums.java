package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;

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
  private static final StructType LEAVING =
      StructType.fromDDL(
          "path_high bigint, path_low bigint, method_high bigint, method_low bigint");
  private static final String[] PATH = {"path_high", "path_low"};
  private static final String[] METHOD = {"method_high", "method_low"};

  private final SparkSession spark;
  private final Selected selected;
  private final MethodList methods;
  private final boolean isWorking;

  /** Methods that are parts of their callers. */
  private final BitSet folded;

  /** Methods of which calls alone are left, in their contexts. */
  private final BitSet countedAlone;

  /** These, and methods of which calls without their contexts are left. */
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
    countedAlone = methods.common().countedAlone(methods.methods());
    counted = (BitSet) countedAlone.clone();
    counted.or(methods.common().flat(methods.methods()));
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
    String waited = isWorking ? " - coalesce(waiting, 0)" : "";
    String totalWaited = isWorking ? " - coalesce(total_waiting, 0)" : "";
    return selected
        .rows(groupOf)
        .join(targets(), PATH, "inner")
        .groupBy("grp", METHOD)
        .agg(
            sum("calls", "keeps_calls").as("calls"),
            expr(
                "max(if(keeps_calls, case exactness when 'derived' then 1 when 'bounded' then 2"
                    + " when 'estimated' then 3 else 0 end, 0)) as kind"),
            sum("self" + waited, "keeps_self").as("self"),
            sum("overhead", "keeps_self").as("overhead"),
            sum("total" + totalWaited, "keeps_total")
                .minus(sum("self" + waited, "leaves_total"))
                .as("total"),
            sum("samples", "keeps_samples").as("samples"),
            sum("waiting", "keeps_self").as("waiting"))
        .where("calls <> 0 or self <> 0 or total <> 0 or samples <> 0");
  }

  private static Column sum(String value, String condition) {
    return expr("coalesce(sum(if(" + condition + ", " + value + ", 0)), 0)");
  }

  /**
   * Of each path the method to which its values go, and which of them do. The self value of a
   * method that has no readings in some profiles goes to its caller: such a path has two rows, and
   * one more for each total that the value leaves.
   */
  private Dataset<Row> targets() {
    Dataset<Row> paths = selected.paths().where("method_high is not null");
    Dataset<Row> own =
        paths
            .join(broadcast(unwanted()), METHOD, "left")
            .selectExpr(
                "path_high",
                "path_low",
                "method_high",
                "method_low",
                "not coalesce(folded, false) as keeps_calls",
                "folded is null as keeps_self",
                "outermost and (folded is null or alone) as keeps_total",
                "false as leaves_total",
                "true as keeps_samples");
    if (folded.isEmpty() && counted.isEmpty()) {
      return own;
    }
    List<Row> without =
        selected
            .paths()
            .where("sampled_tier is null")
            .join(broadcast(unwanted()), METHOD, "inner")
            .select(
                "path_high",
                "path_low",
                "parent_high",
                "parent_low",
                "method_high",
                "method_low",
                "alone",
                "outermost")
            .collectAsList();
    return broadcast(
        own.unionByName(with(moved(paths, without), "keeps_self"))
            .unionByName(with(leaving(without), "leaves_total")));
  }

  /** Paths and methods, with the one value that goes from the path to the method. */
  private static Dataset<Row> with(Dataset<Row> pathsAndMethods, String value) {
    Dataset<Row> rows = pathsAndMethods;
    for (String each :
        new String[] {
          "keeps_calls", "keeps_self", "keeps_total", "leaves_total", "keeps_samples"
        }) {
      rows = rows.withColumn(each, lit(each.equals(value)));
    }
    return rows;
  }

  /**
   * Keys of methods that do not keep their values, with whether they are parts of callers, and
   * whether calls in their contexts are left.
   */
  private Dataset<Row> unwanted() {
    List<Row> rows = new ArrayList<>();
    for (Row key : methods.keys(folded)) {
      rows.add(RowFactory.create(key.getLong(0), key.getLong(1), true, false));
    }
    for (Row key : methods.keys(counted)) {
      boolean isAlone = countedAlone.get(methods.number(key.getLong(0), key.getLong(1)));
      rows.add(RowFactory.create(key.getLong(0), key.getLong(1), false, isAlone));
    }
    return spark.createDataFrame(
        rows,
        StructType.fromDDL("method_high bigint, method_low bigint, folded boolean, alone boolean"));
  }

  private record Path(long high, long low) {}

  /**
   * For each path whose last method does not keep its values, the methods whose totals its self
   * value leaves: it moves to a caller above them. Of these methods calls alone are left.
   */
  private Dataset<Row> leaving(List<Row> without) {
    Map<Path, Row> known = new HashMap<>();
    for (Row row : without) {
      known.put(new Path(row.getLong(0), row.getLong(1)), row);
    }
    List<Row> rows = new ArrayList<>();
    for (Row path : without) {
      Row at = path;
      while (at != null) {
        if (at.<Boolean>getAs("alone") && at.<Boolean>getAs("outermost")) {
          rows.add(
              RowFactory.create(path.getLong(0), path.getLong(1), at.getLong(4), at.getLong(5)));
        }
        at = known.get(new Path(at.getLong(2), at.getLong(3)));
      }
    }
    return spark.createDataFrame(rows, LEAVING);
  }

  /** Of each path whose last method does not keep its values the method that they go to. */
  private Dataset<Row> moved(Dataset<Row> paths, List<Row> without) {
    Map<Path, Path> parents = new HashMap<>();
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
