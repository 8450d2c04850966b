package dev.tare.fleet;

import dev.tare.fleet.table.Commit;
import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.FleetTable;
import dev.tare.fleet.table.Kind;
import dev.tare.fleet.table.TableLock;
import dev.tare.report.text.Numbers;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
      description =
          "Keep sums, and nodes that are in no sum: questions about whole stretches of JVMs go on.")
  private boolean nodesAlone;

  @Override
  public Integer call() throws IOException, FleetException {
    try (SparkSession spark = FleetSession.start()) {
      FleetTable of = table.in(spark);
      try (TableLock lock = of.lock()) {
        expire(of, lock);
      }
      return 0;
    }
  }

  private void expire(FleetTable of, TableLock lock) throws IOException, FleetException {
    of.deleteExpired(); // of an expiration that was stopped
    List<DataFile> deleted = new ArrayList<>();
    List<Commit> replaced = new ArrayList<>();
    for (Commit commit : of.commits()) {
      List<DataFile> kept = new ArrayList<>();
      List<DataFile> old = new ArrayList<>();
      Set<String> summed = new HashSet<>();
      commit.files().stream()
          .filter(file -> file.kind() == Kind.SUMS && file.rows() > 0)
          .forEach(file -> summed.add(file.path().replaceFirst("/sums/", "/nodes/")));
      for (DataFile file : commit.files()) {
        (isOld(file) && isUnwanted(file, summed) ? old : kept).add(file);
      }
      if (!old.isEmpty()) {
        replaced.add(commit.withFiles(kept));
        deleted.addAll(old);
      }
    }
    of.noteExpired(deleted, lock);
    for (Commit commit : replaced) {
      of.replace(commit, lock);
    }
    of.deleteExpired();
    long bytes = deleted.stream().mapToLong(DataFile::bytes).sum();
    spec.commandLine()
        .getOut()
        .println(
            Numbers.count(deleted.size(), "file", "files")
                + " with "
                + bytes / 1_000_000
                + " MB deleted");
    spec.commandLine().getOut().flush();
  }

  private boolean isOld(DataFile file) {
    return !file.hour().isEmpty()
        && !Instant.parse(file.hour() + ":00:00Z").plusSeconds(3600).isAfter(before);
  }

  private boolean isUnwanted(DataFile file, Set<String> summed) {
    return switch (file.kind()) {
      case NODES -> !nodesAlone || summed.contains(file.path());
      case SUMS, TIERS, PROFILES -> !nodesAlone;
      case PATHS, METHODS, FILES -> false;
    };
  }
}
