package dev.tare.fleet;

import dev.tare.fleet.query.Merge;
import dev.tare.fleet.query.Selected;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.report.sum.ProfileSum;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code merge}: one profile of many. */
@Command(
    name = "merge",
    description = "Writes the sum of profiles, which report, diff and export open.",
    mixinStandardHelpOptions = true)
final class MergeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private TableArgument table = new TableArgument();
  @Mixin private SelectionOptions selection = new SelectionOptions();
  @Mixin private VersionOption version = new VersionOption();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "The file to write, on this machine; gzipped where its name ends in .gz.")
  private Path target = Path.of("");

  @Option(
      names = "--threads",
      paramLabel = "HOW",
      defaultValue = "pattern",
      description =
          "Which threads become one: those whose names differ in numbers alone (pattern), or all (one). Default: ${DEFAULT-VALUE}.")
  private ProfileSum.Grouping grouping = ProfileSum.Grouping.PATTERN;

  @Override
  public Integer call() throws IOException, FleetException {
    try (SparkSession spark = FleetSession.start()) {
      Selected selected =
          new Selected(spark, table.in(spark), selection.selection(version.versions()));
      ProfileWriter.write(Merge.of(selected, grouping), target);
      String rolledUp = selected.rolledUp();
      if (!rolledUp.isEmpty()) {
        spec.commandLine().getErr().println("tare-fleet: rolled up: " + rolledUp);
        spec.commandLine().getErr().flush();
      }
      return 0;
    }
  }
}
