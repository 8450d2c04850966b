package dev.tare.fleet;

import dev.tare.fleet.table.FleetTable;
import java.io.IOException;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Parameters;

/** The table that a command is about. */
final class TableArgument {
  @Parameters(
      index = "0",
      paramLabel = "TABLE",
      description = "The table's folder, in any file system that Hadoop knows.")
  private String folder = "";

  FleetTable in(SparkSession spark) throws IOException {
    return new FleetTable(folder, spark.sparkContext().hadoopConfiguration());
  }
}
