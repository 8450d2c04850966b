package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;

import dev.tare.fleet.FleetException;
import dev.tare.fleet.table.Commit;
import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.FleetTable;
import dev.tare.fleet.table.Kind;
import dev.tare.fleet.table.TableReader;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The profiles of a selection, all of one service and metric. */
public final class Selected {
  private final TableReader reader;
  private final String service;
  private final Selection selection;
  private final Dataset<Row> profiles;
  private final String metric;
  private final String unit;
  private final long count;
  private final Instant first;
  private final Instant last;

  /** Whether each row of the files that are read belongs to the selection. */
  private final boolean isWhole;

  /**
   * Finds them.
   *
   * @throws FleetException where there are none, or values of theirs cannot be added up
   */
  public Selected(SparkSession spark, FleetTable table, Selection selection)
      throws IOException, FleetException {
    List<Commit> commits = table.commits();
    reader = new TableReader(spark, table, commits);
    this.selection = selection;
    service = service(table, commits, selection);
    Dataset<Row> chosen =
        reader.read(Kind.PROFILES, this::isWanted).where(col("service").equalTo(service));
    if (selection.from() != null) {
      chosen = chosen.where(col("started").geq(lit(selection.from())));
    }
    if (selection.to() != null) {
      chosen = chosen.where(col("started").lt(lit(selection.to())));
    }
    if (!selection.versions().isEmpty()) {
      chosen = chosen.where(col("version").isin(selection.versions().toArray()));
    }
    if (selection.host() != null) {
      chosen = chosen.where(col("host").equalTo(selection.host()));
    }
    if (selection.metric() != null) {
      chosen = chosen.where(col("metric").equalTo(selection.metric()));
    }
    profiles = chosen;
    List<Row> metrics =
        profiles
            .groupBy("metric", "unit", "calibrated")
            .agg(expr("count(*)"), min("started"), max("started"))
            .orderBy("metric", "unit", "calibrated")
            .collectAsList();
    if (metrics.isEmpty()) {
      throw new FleetException("no profile of service " + service + " is in this selection");
    }
    if (metrics.size() > 1) {
      throw new FleetException("values that cannot be added up: " + list(metrics));
    }
    Row only = metrics.get(0);
    metric = only.getString(0);
    unit = only.getString(1);
    count = only.getLong(3);
    first = instant(only, 4);
    last = instant(only, 5);
    isWhole = count == reader.read(Kind.PROFILES, this::isWanted).count();
  }

  private static Instant instant(Row row, int column) {
    Object value = row.get(column);
    return value instanceof Instant instant ? instant : row.getTimestamp(column).toInstant();
  }

  private static String list(List<Row> metrics) {
    return metrics.stream()
            .map(
                row ->
                    row.getString(0)
                        + " in "
                        + row.getString(1)
                        + (row.getBoolean(2) ? "" : " with overhead")
                        + " of "
                        + row.getLong(3))
            .collect(Collectors.joining(", "))
        + " profiles: choose by --metric, --version or time";
  }

  private static String service(FleetTable table, List<Commit> commits, Selection selection)
      throws FleetException {
    Set<String> services =
        commits.stream()
            .flatMap(commit -> commit.files().stream())
            .filter(file -> file.kind() == Kind.PROFILES && file.rows() > 0)
            .map(DataFile::service)
            .collect(Collectors.toCollection(TreeSet::new));
    if (services.isEmpty()) {
      throw new FleetException(table.root() + ": no profiles are there");
    }
    String wanted = selection.service();
    if (wanted == null && services.size() == 1) {
      return services.iterator().next();
    }
    if (wanted == null || !services.contains(wanted)) {
      throw new FleetException(
          (wanted == null ? "which --service" : "no service " + wanted)
              + ": the table has "
              + services.stream().limit(20).collect(Collectors.joining(", ")));
    }
    return wanted;
  }

  private boolean isWanted(DataFile file) {
    Instant from = selection.from();
    Instant to = selection.to();
    return (file.service().isEmpty() || file.service().equals(service))
        && (from == null
            || file.hour().compareTo(from.truncatedTo(ChronoUnit.HOURS).toString()) >= 0
            || from.toString().startsWith(file.hour()))
        && (to == null || file.hour().compareTo(to.toString()) <= 0);
  }

  /** Rows of these profiles. */
  public Dataset<Row> rows(Kind kind) {
    Dataset<Row> rows = reader.read(kind, this::isWanted);
    return isWhole ? rows : rows.join(broadcast(profiles.select("profile")), "profile");
  }

  /** Rows of these profiles with columns of theirs. */
  public Dataset<Row> rowsWith(Kind kind, Dataset<Row> columnsByProfile) {
    return reader.read(kind, this::isWanted).join(broadcast(columnsByProfile), "profile");
  }

  /** Every path of the service. */
  public Dataset<Row> paths() {
    return reader.read(Kind.PATHS).where(col("service").equalTo(service));
  }

  /** Every method of the table. */
  public Dataset<Row> methods() {
    return reader.read(Kind.METHODS);
  }

  /** The profiles' own rows. */
  public Dataset<Row> profiles() {
    return profiles;
  }

  /** What the answer is of, in one line. */
  public String heading() {
    return service
        + (selection.versions().isEmpty() ? "" : " " + String.join(", ", selection.versions()))
        + ": "
        + count
        + (count == 1 ? " profile from " : " profiles from ")
        + first
        + " to "
        + last;
  }

  public String service() {
    return service;
  }

  public String metric() {
    return metric;
  }

  public String unit() {
    return unit;
  }

  public long count() {
    return count;
  }
}
