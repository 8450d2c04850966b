package dev.tare.fleet;

import dev.tare.fleet.query.Selected;
import dev.tare.fleet.query.Top;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code top}: the hottest methods. */
@Command(
    name = "top",
    description = "Lists the methods of the greatest self value.",
    mixinStandardHelpOptions = true)
final class TopCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private TableArgument table = new TableArgument();
  @Mixin private SelectionOptions selection = new SelectionOptions();
  @Mixin private VersionOption version = new VersionOption();
  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "30",
      converter = CountConverter.class,
      description = "So many of them (default: ${DEFAULT-VALUE}).")
  private int top;

  @Override
  public Integer call() throws IOException, FleetException {
    try (SparkSession spark = FleetSession.start()) {
      Selected selected =
          new Selected(spark, table.in(spark), selection.selection(version.versions()));
      output.give(
          Top.of(selected, output.sums(spark, selected), top), spark, spec.commandLine().getOut());
      return 0;
    }
  }
}
