package dev.tare.fleet;

import dev.tare.fleet.table.Commit;
import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.FleetTable;
import dev.tare.fleet.table.Kind;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code expire}: deletes what is old. */
@Command(
    name = "expire",
    description = {
      "Deletes hours that lie before a time: nodes, or sums and heads of profiles as well. The",
      "table remembers the files, and does not add them again."
    },
    mixinStandardHelpOptions = true)
final class ExpireCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private TableArgument table = new TableArgument();

  @Option(
      names = "--before",
      required = true,
      paramLabel = "TIME",
      description = "Hours that ended then or before, such as 2026-11-01T00:00:00Z.")
  private Instant before = Instant.EPOCH;

  @Option(
      names = "--nodes-alone",
      description = "Keep sums and heads: top, diff and trend go on, merge does not.")
  private boolean nodesAlone;

  @Override
  public Integer call() throws IOException {
    try (SparkSession spark = FleetSession.start()) {
      FleetTable of = table.in(spark);
      long bytes = 0;
      int count = 0;
      for (Commit commit : of.commits()) {
        List<DataFile> kept = new ArrayList<>();
        List<DataFile> old = new ArrayList<>();
        commit.files().forEach(file -> (isOld(file) ? old : kept).add(file));
        if (!old.isEmpty()) {
          of.replace(commit.withFiles(kept));
          for (DataFile file : old) {
            of.delete(file);
            bytes += file.bytes();
            count++;
          }
        }
      }
      spec.commandLine()
          .getOut()
          .println(count + " files with " + bytes / 1_000_000 + " MB deleted");
      spec.commandLine().getOut().flush();
      return 0;
    }
  }

  private boolean isOld(DataFile file) {
    boolean isKind =
        file.kind() == Kind.NODES
            || (!nodesAlone && (file.kind() == Kind.SUMS || file.kind() == Kind.PROFILES));
    return isKind
        && !file.hour().isEmpty()
        && !Instant.parse(file.hour() + ":00:00Z").plusSeconds(3600).isAfter(before);
  }
}
