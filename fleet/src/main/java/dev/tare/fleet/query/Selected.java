package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.udf;

import dev.tare.fleet.FleetException;
import dev.tare.fleet.table.Commit;
import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.FleetTable;
import dev.tare.fleet.table.Kind;
import dev.tare.fleet.table.TableReader;
import dev.tare.profile.CallsKind;
import dev.tare.report.text.Numbers;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/** The profiles of a selection, all of one service and metric. */
public final class Selected {
  /** What values can be added up. */
  private record Values(String metric, String unit, boolean isCalibrated) {
    @Override
    public String toString() {
      return metric + " in " + unit + (isCalibrated ? "" : " with overhead");
    }
  }

  private final SparkSession spark;
  private final TableReader reader;
  private final String service;
  private final Selection selection;
  private final Dataset<Row> rows;
  private final List<ChosenProfile> profiles = new ArrayList<>();
  private final Values values;
  private final Set<String> binsWithNodes;

  /** What profiles know of waiting: one value, or both. */
  private final Set<Boolean> waitingKnown = new HashSet<>();

  /** Whether each profile of the files that are read belongs to the selection. */
  private final boolean isWhole;

  private @Nullable MethodList methodList;

  /**
   * Finds them.
   *
   * @throws FleetException where there are none, or values of theirs cannot be added up
   */
  public Selected(SparkSession spark, FleetTable table, Selection selection)
      throws IOException, FleetException {
    this.spark = spark;
    this.selection = selection;
    List<Commit> commits = table.commits();
    reader = new TableReader(spark, table, commits);
    service = service(table, commits, selection);
    rows = wanted();
    binsWithNodes =
        commits.stream()
            .flatMap(commit -> commit.files().stream())
            .filter(file -> file.kind() == Kind.NODES && isWanted(file))
            .map(DataFile::bin)
            .collect(Collectors.toSet());
    List<String> columns = new ArrayList<>(List.of(ChosenProfile.COLUMNS));
    columns.addAll(List.of("metric", "unit", "calibrated", "waiting_known"));
    Map<Values, Long> counts = new TreeMap<>(Comparator.comparing(Values::toString));
    for (Row row : rows.selectExpr(columns.toArray(String[]::new)).collectAsList()) {
      profiles.add(ChosenProfile.of(row));
      waitingKnown.add(row.<Boolean>getAs("waiting_known"));
      Values of =
          new Values(row.getAs("metric"), row.getAs("unit"), row.<Boolean>getAs("calibrated"));
      counts.merge(of, 1L, Long::sum);
    }
    if (profiles.isEmpty()) {
      throw new FleetException("no profile of service " + service + " is in this selection");
    }
    if (counts.size() > 1) {
      throw new FleetException(
          counts.entrySet().stream()
              .map(of -> of.getKey() + " of " + Numbers.count(of.getValue(), "profile", "profiles"))
              .collect(
                  Collectors.joining(
                      ", ",
                      "values that cannot be added up: ",
                      ": choose by --metric, version or time")));
    }
    values = counts.keySet().iterator().next();
    isWhole =
        profiles.size()
            == commits.stream()
                .flatMap(commit -> commit.files().stream())
                .filter(file -> file.kind() == Kind.PROFILES && isWanted(file))
                .mapToLong(DataFile::rows)
                .sum();
  }

  private Dataset<Row> wanted() {
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
    return chosen;
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

  /**
   * What these profiles have of paths.
   *
   * @param groupOf the number of the group to which a profile belongs
   * @throws FleetException where nodes are needed that were deleted
   */
  Dataset<Row> rows(ToIntFunction<ChosenProfile> groupOf) throws FleetException {
    return rows(profiles, groupOf);
  }

  private Dataset<Row> rows(List<ChosenProfile> of, ToIntFunction<ChosenProfile> groupOf)
      throws FleetException {
    return new PathRows(spark, reader, this::isWanted, binsWithNodes, of, groupOf).rows();
  }

  /**
   * Their methods, with what of them was recorded.
   *
   * @throws FleetException where nodes are needed that were deleted
   */
  MethodList methodList() throws FleetException {
    if (methodList == null) {
      List<ChosenProfile> sampled = profiles.stream().filter(ChosenProfile::isSampled).toList();
      List<Row> methods =
          tiers(sampled)
              .groupBy("method_high", "method_low", "tier", "file", "line", "origin")
              .agg(sum("profiles").as("profiles"), sum("sampled").as("sampled"))
              .join(reader.read(Kind.METHODS), new String[] {"method_high", "method_low"})
              .collectAsList();
      methodList = new MethodList(methods, profiles.size() > 1, callers(sampled, methods));
    }
    return methodList;
  }

  /** Keys of the methods that call others in these profiles, where that matters. */
  private List<Row> callers(List<ChosenProfile> sampled, List<Row> methods) throws FleetException {
    if (profiles.size() == 1 || methods.stream().noneMatch(MethodList::isCountedInSampled)) {
      return List.of();
    }
    Dataset<Row> paths = paths();
    String[] path = {"path_high", "path_low"};
    return rows(sampled, profile -> 0)
        .where("calls > 0")
        .select("path_high", "path_low")
        .distinct()
        .join(paths, path)
        .select(col("parent_high").as("path_high"), col("parent_low").as("path_low"))
        .distinct()
        .join(paths.where("method_high is not null"), path)
        .select("method_high", "method_low")
        .distinct()
        .collectAsList();
  }

  /**
   * What is done in sums to make profiles alike, in a line; empty where nothing is.
   *
   * @throws FleetException where nodes are needed that were deleted
   */
  public String rolledUp() throws FleetException {
    return methodList().common().rolledUp();
  }

  /**
   * How well calls of any method can be known at best. A profile with folded nodes does not say
   * which methods have calls in them.
   */
  CallsKind bestKind() {
    return Collections.max(profiles.stream().map(ChosenProfile::bestKind).toList());
  }

  /** What profiles have folded, in a line; empty where they have not. */
  String folded() {
    List<Long> calls =
        profiles.stream().map(ChosenProfile::foldedCalls).filter(Objects::nonNull).toList();
    return calls.isEmpty()
        ? ""
        : Numbers.count(calls.stream().mapToLong(Long::longValue).sum(), "call", "calls")
            + " in nodes that minshare folded are in no row: calls are lower bounds";
  }

  /**
   * Rows of tiers that these profiles have, with how many of these do, and how many sampled ones.
   */
  private Dataset<Row> tiers(List<ChosenProfile> sampled) {
    Dataset<Row> tiers =
        reader
            .read(Kind.TIERS, this::isWanted)
            .withColumn("profiles", isWhole ? expr("last - first + 1") : among(profiles))
            .where("profiles > 0");
    return tiers.withColumn(
        "sampled",
        sampled.isEmpty()
            ? lit(0L)
            : sampled.size() == profiles.size() ? col("profiles") : among(sampled));
  }

  /** How many of these profiles a row of tiers is of. */
  private static Column among(List<ChosenProfile> of) {
    long[] numbers = of.stream().mapToLong(ChosenProfile::number).sorted().toArray();
    UDF2<Long, Long, Long> among =
        (first, last) -> (long) (place(numbers, last + 1) - place(numbers, first));
    return udf(among, DataTypes.LongType).apply(col("first"), col("last"));
  }

  private static int place(long[] numbers, long number) {
    int found = Arrays.binarySearch(numbers, number);
    return found < 0 ? -found - 1 : found;
  }

  /** Every path of the service. */
  Dataset<Row> paths() {
    return reader
        .read(Kind.PATHS, file -> file.service().isEmpty() || file.service().equals(service))
        .where(col("service").equalTo(service))
        .drop("service");
  }

  /** All of each profile but its methods and nodes, as JSON. */
  Dataset<Row> heads() {
    return rows.select("head");
  }

  /** The profiles. */
  List<ChosenProfile> profiles() {
    return Collections.unmodifiableList(profiles);
  }

  /**
   * Whether values are without the time that threads waited.
   *
   * @param isWall whether it shall be in them
   * @throws FleetException where it is known of some of the profiles alone
   */
  boolean isWorking(boolean isWall) throws FleetException {
    if (!isWall && waitingKnown.size() > 1) {
      throw new FleetException(
          "waiting is known of some of the profiles alone: --by wall compares wall time");
    }
    return !isWall && waitingKnown.contains(true);
  }

  /** What the answer is of, in one line. */
  public String heading() {
    Instant first =
        Collections.min(profiles, Comparator.comparing(ChosenProfile::started)).started();
    Instant last =
        Collections.max(profiles, Comparator.comparing(ChosenProfile::started)).started();
    return service
        + (selection.versions().isEmpty() ? "" : " " + String.join(", ", selection.versions()))
        + ": "
        + Numbers.count(profiles.size(), "profile", "profiles")
        + " from "
        + first
        + " to "
        + last;
  }

  public String metric() {
    return values.metric();
  }

  public String unit() {
    return values.unit();
  }
}
