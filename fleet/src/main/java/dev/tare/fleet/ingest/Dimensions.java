package dev.tare.fleet.ingest;

import static org.apache.spark.sql.functions.col;

import dev.tare.fleet.table.Commit;
import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.FleetTable;
import dev.tare.fleet.table.Kind;
import dev.tare.fleet.table.TableReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Adds to the table the paths and methods that tasks met and that it does not have yet. */
final class Dimensions {
  private final SparkSession spark;
  private final FleetTable table;
  private final TableReader committed;
  private final Path batch;

  Dimensions(SparkSession spark, FleetTable table, List<Commit> commits, int batchNumber) {
    this.spark = spark;
    this.table = table;
    committed = new TableReader(spark, table, commits);
    batch = table.batch(batchNumber);
  }

  /**
   * Writes what is new.
   *
   * @param met files of all that tasks met
   * @param keys columns that make a row the same
   * @param services whose rows there may be
   * @return the new files
   */
  List<DataFile> add(Kind kind, List<DataFile> met, List<String> keys, List<String> services)
      throws IOException {
    String[] columns = keys.toArray(String[]::new);
    Dataset<Row> rows =
        spark
            .read()
            .schema(TableReader.schema(kind))
            .parquet(met.stream().map(file -> table.path(file).toString()).toArray(String[]::new))
            // Hashes say all of a row; to keep the first row of each hash Spark would sort them.
            .distinct();
    Dataset<Row> known = committed.read(kind);
    if (kind == Kind.PATHS) {
      known = known.where(col("service").isin(services.toArray()));
    }
    Path folder = new Path(batch, kind.key());
    rows.join(known.select(columns[0], rest(columns)), columns, "left_anti")
        .sortWithinPartitions(columns[0], rest(columns))
        .write()
        .option("compression", "zstd")
        .parquet(folder.toString());
    return written(kind, folder);
  }

  private static String[] rest(String[] columns) {
    return List.of(columns).subList(1, columns.length).toArray(String[]::new);
  }

  /** The Parquet files of a folder. */
  List<DataFile> written(Kind kind, Path folder) throws IOException {
    FileSystem system = folder.getFileSystem(spark.sparkContext().hadoopConfiguration());
    List<DataFile> files = new ArrayList<>();
    for (FileStatus status : system.listStatus(folder)) {
      if (status.getPath().getName().endsWith(".parquet")) {
        long rows;
        try (ParquetFileReader reader =
            ParquetFileReader.open(
                HadoopInputFile.fromStatus(status, spark.sparkContext().hadoopConfiguration()))) {
          rows = reader.getRecordCount();
        }
        files.add(
            new DataFile(kind, table.relative(status.getPath()), "", "", rows, status.getLen()));
      }
    }
    return files;
  }
}
