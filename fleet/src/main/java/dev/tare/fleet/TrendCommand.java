package dev.tare.fleet;

import dev.tare.fleet.query.Selected;
import dev.tare.fleet.query.Trend;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code trend}: methods over time. */
@Command(
    name = "trend",
    description = "Shows a method, or several, period by period.",
    mixinStandardHelpOptions = true)
final class TrendCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private TableArgument table = new TableArgument();
  @Mixin private SelectionOptions selection = new SelectionOptions();
  @Mixin private VersionOption version = new VersionOption();
  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = "--method",
      required = true,
      paramLabel = "METHOD",
      description = "Such as com.acme.Order#total, Order.total or com.acme.*; they are added up.")
  private String method = "";

  @Option(
      names = "--per",
      paramLabel = "DURATION",
      defaultValue = "1h",
      description = "The length of a period: 10m, 1h, 1d (default: ${DEFAULT-VALUE}).",
      converter = PeriodConverter.class)
  private long seconds;

  @Override
  public Integer call() throws IOException, FleetException {
    try (SparkSession spark = FleetSession.start()) {
      Selected selected =
          new Selected(spark, table.in(spark), selection.selection(version.versions()));
      output.give(
          Trend.of(spark, selected, output.sums(spark, selected), method, seconds),
          spark,
          spec.commandLine().getOut());
      return 0;
    }
  }
}
