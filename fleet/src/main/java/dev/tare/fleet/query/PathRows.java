package dev.tare.fleet.query;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.tare.fleet.FleetException;
import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.Kind;
import dev.tare.fleet.table.TableReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * What chosen profiles have of paths, group by group: from the sums of stretches that lie in a
 * group as a whole, and from nodes where they do not.
 */
final class PathRows {
  private static final String[] VALUES = {
    "path_high",
    "path_low",
    "exactness",
    "calls",
    "calls_low",
    "calls_high",
    "self",
    "overhead",
    "total",
    "samples",
    "exceptions",
    "open",
    "carried",
    "cut",
    "waiting",
    "total_waiting"
  };

  private static final class Stretch {
    private int profiles;
    private int group;
    private boolean isOfSeveral;
  }

  private final SparkSession spark;
  private final TableReader reader;
  private final Predicate<DataFile> isWanted;
  private final Set<String> binsWithNodes;
  private final List<ChosenProfile> profiles;
  private final ToIntFunction<ChosenProfile> groupOf;
  private final Map<Long, Stretch> stretches = new HashMap<>();

  PathRows(
      SparkSession spark,
      TableReader reader,
      Predicate<DataFile> isWanted,
      Set<String> binsWithNodes,
      List<ChosenProfile> profiles,
      ToIntFunction<ChosenProfile> groupOf) {
    this.spark = spark;
    this.reader = reader;
    this.isWanted = isWanted;
    this.binsWithNodes = binsWithNodes;
    this.profiles = profiles;
    this.groupOf = groupOf;
    for (ChosenProfile profile : profiles) {
      if (profile.stretch() != null) {
        add(profile, stretches.computeIfAbsent(profile.stretch(), key -> new Stretch()));
      }
    }
  }

  private void add(ChosenProfile profile, Stretch to) {
    int group = groupOf.applyAsInt(profile);
    to.isOfSeveral |= to.profiles > 0 && to.group != group;
    to.group = group;
    to.profiles++;
  }

  private boolean isSummed(ChosenProfile profile) {
    Stretch stretch = stretches.get(profile.stretch());
    return stretch != null && !stretch.isOfSeveral && stretch.profiles == profile.stretchProfiles();
  }

  /**
   * The rows, with the number of the group in {@code grp}.
   *
   * @throws FleetException where nodes are needed that were deleted
   */
  Dataset<Row> rows() throws FleetException {
    List<Row> alone = new ArrayList<>();
    Map<Long, Integer> summed = new HashMap<>();
    Set<String> bins = new HashSet<>();
    for (ChosenProfile profile : profiles) {
      int group = groupOf.applyAsInt(profile);
      if (isSummed(profile)) {
        summed.put(profile.stretch(), group);
      } else {
        alone.add(RowFactory.create(profile.number(), group));
        bins.add(profile.bin());
      }
    }
    List<Row> stretchRows = new ArrayList<>();
    summed.forEach((stretch, group) -> stretchRows.add(RowFactory.create(stretch, group)));
    if (alone.isEmpty()) {
      return chosen(Kind.SUMS, isWanted, "stretch", stretchRows);
    }
    if (!binsWithNodes.containsAll(bins)) {
      throw new FleetException(
          "nodes of some of these profiles were deleted (expire): choose whole hours, JVMs and"
              + " versions, whose sums are there");
    }
    Dataset<Row> ofNodes =
        chosen(Kind.NODES, isWanted.and(of -> bins.contains(of.bin())), "profile", alone);
    return summed.isEmpty()
        ? ofNodes
        : chosen(Kind.SUMS, isWanted, "stretch", stretchRows).unionByName(ofNodes);
  }

  private Dataset<Row> chosen(
      Kind kind, Predicate<DataFile> files, String key, List<Row> keysWithGroups) {
    Column[] columns = new Column[VALUES.length + 1];
    for (int i = 0; i < VALUES.length; i++) {
      columns[i] = col(VALUES[i]);
    }
    columns[VALUES.length] = col("grp");
    long[] numbers = keysWithGroups.stream().mapToLong(row -> row.getLong(0)).sorted().toArray();
    Dataset<Row> groups =
        spark.createDataFrame(keysWithGroups, StructType.fromDDL(key + " bigint, grp int"));
    return reader
        .read(kind, files)
        .where(col(key).between(lit(numbers[0]), lit(numbers[numbers.length - 1])))
        .join(broadcast(groups), key)
        .select(columns);
  }
}
