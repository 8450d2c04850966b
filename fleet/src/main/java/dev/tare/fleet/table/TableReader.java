package dev.tare.fleet.table;

import java.util.List;
import java.util.function.Predicate;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** What is committed, as Spark's data sets. */
public final class TableReader {
  private static final String VALUES =
      "service string, hour string, path_high bigint, path_low bigint, exactness string, "
          + "calls bigint, calls_low bigint, calls_high bigint, self bigint, overhead bigint, "
          + "total bigint, samples bigint, exceptions bigint, open bigint, carried bigint, "
          + "cut bigint, waiting bigint, total_waiting bigint";

  private final SparkSession spark;
  private final FleetTable table;
  private final List<Commit> commits;

  public TableReader(SparkSession spark, FleetTable table, List<Commit> commits) {
    this.spark = spark;
    this.table = table;
    this.commits = List.copyOf(commits);
  }

  /** All rows of a kind. */
  public Dataset<Row> read(Kind kind) {
    return read(kind, file -> true);
  }

  /** The rows of a kind in these files. */
  public Dataset<Row> read(Kind kind, Predicate<DataFile> wanted) {
    String[] paths =
        commits.stream()
            .flatMap(commit -> commit.files().stream())
            .filter(file -> file.kind() == kind && file.rows() > 0 && wanted.test(file))
            .map(file -> table.path(file).toString())
            .toArray(String[]::new);
    return paths.length == 0
        ? spark.createDataFrame(List.of(), schema(kind))
        : spark.read().schema(schema(kind)).parquet(paths);
  }

  /** The columns of a kind, as docs/fleet.md describes them. */
  public static StructType schema(Kind kind) {
    return switch (kind) {
      case FILES ->
          StructType.fromDDL(
              "path string, bytes bigint, modified_ms bigint, profile bigint, problem string, "
                  + "final boolean, refused_by string");
      case PROFILES ->
          StructType.fromDDL(
              "service string, hour string, profile bigint, id string, run string, path string, "
                  + "version string, host string, pid bigint, started timestamp, "
                  + "duration_ns bigint, metric string, unit string, calibrated boolean, "
                  + "waiting_known boolean, mode string, nodes bigint, stretch bigint, "
                  + "stretch_profiles int, head string, sample_period_ns bigint, folded_calls bigint");
      case NODES -> StructType.fromDDL("profile bigint, tier string, " + VALUES);
      case SUMS -> StructType.fromDDL("stretch bigint, " + VALUES);
      case TIERS ->
          StructType.fromDDL(
              "service string, hour string, first bigint, last bigint, method_high bigint, "
                  + "method_low bigint, tier string, file string, line int, origin string");
      case PATHS ->
          StructType.fromDDL(
              "service string, path_high bigint, path_low bigint, parent_high bigint, "
                  + "parent_low bigint, method_high bigint, method_low bigint, "
                  + "sampled_tier string, depth int, outermost boolean, thread string, "
                  + "virtual boolean");
      case METHODS ->
          StructType.fromDDL(
              "method_high bigint, method_low bigint, class string, method string, "
                  + "descriptor string");
    };
  }
}
