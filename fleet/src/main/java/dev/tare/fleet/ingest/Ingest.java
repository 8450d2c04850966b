package dev.tare.fleet.ingest;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;

import dev.tare.fleet.FleetException;
import dev.tare.fleet.table.Commit;
import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.FleetTable;
import dev.tare.fleet.table.Kind;
import dev.tare.fleet.table.TableLock;
import dev.tare.fleet.table.TableReader;
import dev.tare.profile.ProfilerInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;

/**
 * Adds profiles to a table, a batch at a time. What is in the table is passed over, so a run that
 * was stopped is simply started again.
 */
public final class Ingest {
  /** Files whose heads one task reads; fewer would cost more in tasks than in reading. */
  private static final int FILES_A_SURVEY = 64;

  private final SparkSession spark;
  private final JavaSparkContext tasks;
  private final FleetTable table;
  private final IngestOptions options;
  private final Configuration configuration;

  /** Each executor reads it once, not each task. */
  private final Broadcast<SharedConfiguration> sharedConfiguration;

  public Ingest(SparkSession spark, FleetTable table, IngestOptions options) {
    this.spark = spark;
    tasks = JavaSparkContext.fromSparkContext(spark.sparkContext());
    this.table = table;
    this.options = options;
    configuration = spark.sparkContext().hadoopConfiguration();
    sharedConfiguration = tasks.broadcast(new SharedConfiguration(configuration));
  }

  /**
   * Adds what these files, folders and patterns have.
   *
   * @throws FleetException where a source is not there, or another ingestion runs
   */
  public IngestReport run(List<String> sources) throws IOException, FleetException {
    try (TableLock lock = table.lock()) {
      return run(sources, lock);
    }
  }

  private IngestReport run(List<String> sources, TableLock lock)
      throws IOException, FleetException {
    List<Commit> commits = new ArrayList<>(table.commits());
    table.deleteUncommitted(commits);
    table.deleteExpired();
    List<ListedFile> listed = Listing.of(sources, configuration);
    List<ListedFile> fresh = unknown(listed, commits);
    IngestReport report = new IngestReport(listed.size() - fresh.size());
    for (int from = 0; from < fresh.size(); from += options.filesABatch()) {
      List<ListedFile> batch =
          fresh.subList(from, Math.min(from + options.filesABatch(), fresh.size()));
      Commit commit = batch(commits, batch, report);
      if (!commit.files().isEmpty()) {
        table.commit(commit, lock);
        commits.add(commit);
      }
    }
    return report;
  }

  /** What decides, beside the file, whether it can be read: another may take what this refuses. */
  private String reader() {
    return ProfilerInfo.current().version()
        + ", --max-text of "
        + options.maxTextBytes()
        + " bytes";
  }

  /**
   * Files that no commit knows, or whose length or time of writing is another now, or that another
   * reader left out.
   */
  private List<ListedFile> unknown(List<ListedFile> listed, List<Commit> commits) {
    if (commits.isEmpty()) {
      return listed;
    }
    List<Row> rows =
        listed.stream()
            .map(f -> RowFactory.create(f.path(), f.bytes(), f.modified(), null, null, null, null))
            .toList();
    String[] keys = {"path", "bytes", "modified_ms"};
    Set<String> fresh =
        spark
            .createDataFrame(rows, TableReader.schema(Kind.FILES))
            .select("path", "bytes", "modified_ms")
            .join(
                new TableReader(spark, table, commits)
                    .read(Kind.FILES)
                    .where(col("final"))
                    .where(col("problem").isNull().or(col("refused_by").equalTo(reader())))
                    .select("path", "bytes", "modified_ms"),
                keys,
                "left_anti")
            .select("path")
            .as(Encoders.STRING())
            .collectAsList()
            .stream()
            .collect(Collectors.toSet());
    return listed.stream().filter(file -> fresh.contains(file.path())).toList();
  }

  private Commit batch(List<Commit> commits, List<ListedFile> files, IngestReport report)
      throws IOException, FleetException {
    int number = commits.size() + 1;
    List<Outcome> outcomes = new ArrayList<>();
    List<Survey> chosen = chosen(survey(files), commits, outcomes);
    List<Bin> bins =
        Bins.of(
            chosen,
            (long) number << 32,
            options.profilesABin(),
            spark.sparkContext().defaultParallelism());
    List<BinResult> results = written(bins, number);
    List<DataFile> met = new ArrayList<>();
    results.forEach(
        result -> {
          met.addAll(result.files());
          outcomes.addAll(result.outcomes());
        });
    report.add(outcomes);
    List<DataFile> added =
        new ArrayList<>(
            met.stream()
                .filter(file -> file.kind() != Kind.PATHS && file.kind() != Kind.METHODS)
                .toList());
    if (outcomes.stream().noneMatch(Outcome::isFinal)) {
      return new Commit(number, 0, List.of());
    }
    added.addAll(dimensions(Dimensions.of(met, commits), number));
    added.add(outcomeFile(outcomes, number));
    deleteOthers(added, table.batch(number));
    long profiles = outcomes.stream().filter(outcome -> outcome.profile() != null).count();
    return new Commit(number, profiles, added);
  }

  /** Writes the paths and methods that are new. */
  private List<DataFile> dimensions(List<NewRows> rows, int number) {
    Broadcast<SharedConfiguration> shared = sharedConfiguration;
    String root = table.root().toString();
    return tasks
        .parallelize(rows, Math.max(1, rows.size()))
        .map(
            task -> {
              Configuration hadoop = shared.value().get();
              FleetTable of = new FleetTable(root, hadoop);
              String name =
                  TaskContext.getPartitionId()
                      + "-"
                      + TaskContext.get().taskAttemptId()
                      + ".parquet";
              Path path = new Path(of.batch(number), task.kind().key() + "/" + name);
              return task.write(of, path, hadoop);
            })
        .collect();
  }

  private List<Survey> survey(List<ListedFile> files) {
    Broadcast<SharedConfiguration> shared = sharedConfiguration;
    long maxTextBytes = options.maxTextBytes();
    return inParts(files)
        .map(file -> Survey.of(file, shared.value().get(), maxTextBytes))
        .collect();
  }

  private List<Survey> surveyAll(List<ListedFile> files) {
    Broadcast<SharedConfiguration> shared = sharedConfiguration;
    long maxTextBytes = options.maxTextBytes();
    return inParts(files)
        .map(file -> Survey.ofAll(file, shared.value().get(), maxTextBytes))
        .collect();
  }

  private JavaRDD<ListedFile> inParts(List<ListedFile> files) {
    int slots = spark.sparkContext().defaultParallelism();
    int parts =
        Math.max(Math.min(files.size(), 4 * slots), (files.size() - 1) / FILES_A_SURVEY + 1);
    return tasks.parallelize(files, Math.max(1, parts));
  }

  /**
   * One file for each profile that the table does not have. Only files that seem to be of a run and
   * window that the table or another file has are read to see whether they are.
   */
  private List<Survey> chosen(List<Survey> surveys, List<Commit> commits, List<Outcome> outcomes) {
    Map<String, List<Survey>> byRun = new LinkedHashMap<>();
    for (Survey survey : surveys) {
      if (survey.problem() != null) {
        outcomes.add(Outcome.leftOut(survey.file(), survey.problem(), survey.isFinal()));
      } else {
        byRun.computeIfAbsent(survey.run(), run -> new ArrayList<>()).add(survey);
      }
    }
    Set<String> known = known("run", byRun.keySet(), commits);
    List<Survey> chosen = new ArrayList<>();
    List<ListedFile> doubtful = new ArrayList<>();
    byRun.forEach(
        (run, alike) -> {
          if (alike.size() == 1 && !known.contains(run)) {
            chosen.add(alike.get(0));
          } else {
            alike.forEach(survey -> doubtful.add(survey.file()));
          }
        });
    if (!doubtful.isEmpty()) {
      chosen.addAll(different(surveyAll(doubtful), commits, outcomes));
    }
    return chosen;
  }

  private List<Survey> different(
      List<Survey> surveys, List<Commit> commits, List<Outcome> outcomes) {
    Map<String, Survey> byId = new LinkedHashMap<>();
    for (Survey survey : surveys) {
      if (survey.problem() != null) {
        outcomes.add(Outcome.leftOut(survey.file(), survey.problem(), survey.isFinal()));
      } else if (byId.putIfAbsent(survey.id(), survey) != null) {
        outcomes.add(Outcome.again(survey.file()));
      }
    }
    for (String known : known("id", byId.keySet(), commits)) {
      Survey again = byId.remove(known);
      if (again != null) {
        outcomes.add(Outcome.again(again.file()));
      }
    }
    return List.copyOf(byId.values());
  }

  /** Those of the values that the table's profiles have in a column. */
  private Set<String> known(String column, Set<String> values, List<Commit> commits) {
    if (commits.isEmpty() || values.isEmpty()) {
      return Set.of();
    }
    return new HashSet<>(
        new TableReader(spark, table, commits)
            .read(Kind.PROFILES)
            .select(column)
            .join(
                broadcast(spark.createDataset(List.copyOf(values), Encoders.STRING()).toDF(column)),
                column)
            .as(Encoders.STRING())
            .collectAsList());
  }

  private List<BinResult> written(List<Bin> bins, int number) {
    if (bins.isEmpty()) {
      return List.of();
    }
    Broadcast<SharedConfiguration> shared = sharedConfiguration;
    String root = table.root().toString();
    long maxTextBytes = options.maxTextBytes();
    return tasks
        .parallelize(bins, bins.size())
        .map(
            bin ->
                new BinWriter(
                        root,
                        number,
                        bin,
                        TaskContext.get().taskAttemptId(),
                        shared.value().get(),
                        maxTextBytes)
                    .write())
        .collect();
  }

  private DataFile outcomeFile(List<Outcome> outcomes, int number) throws IOException {
    Path path = new Path(table.batch(number), Kind.FILES.key() + "/outcomes.parquet");
    RowFile<Outcome> file =
        new RowFile<>(
            table,
            path,
            configuration,
            Schemas.of(Kind.FILES),
            Schemas.unlike(Kind.FILES),
            (outcome, fields) -> outcome.write(fields, reader()));
    try (file) {
      outcomes.sort(Comparator.comparing(outcome -> outcome.file().path()));
      for (Outcome outcome : outcomes) {
        file.write(outcome);
      }
    }
    return file.written(Kind.FILES, "", "");
  }

  /** What failed attempts wrote, and what was only needed to see what is new. */
  private void deleteOthers(List<DataFile> kept, Path batch) throws IOException {
    Set<String> names = kept.stream().map(DataFile::path).collect(Collectors.toSet());
    FileSystem files = batch.getFileSystem(configuration);
    for (FileStatus file : Listing.below(files, batch)) {
      if (!names.contains(table.relative(file.getPath()))) {
        files.delete(file.getPath(), false);
      }
    }
    files.delete(new Path(batch, BinWriter.MET), true);
  }
}
