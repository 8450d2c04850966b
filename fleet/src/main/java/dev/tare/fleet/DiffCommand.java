package dev.tare.fleet;

import dev.tare.fleet.query.Diff;
import dev.tare.fleet.query.Selected;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code diff}: two versions, compared. */
@Command(
    name = "diff",
    description = "Compares two versions of a service, method by method.",
    mixinStandardHelpOptions = true)
final class DiffCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private TableArgument table = new TableArgument();
  @Mixin private SelectionOptions selection = new SelectionOptions();
  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = "--before",
      required = true,
      paramLabel = "VERSION",
      description = "The version label of the one side.")
  private String before = "";

  @Option(
      names = "--after",
      required = true,
      paramLabel = "VERSION",
      description = "The version label of the other side.")
  private String after = "";

  @Option(
      names = "--anchor",
      paramLabel = "METHOD",
      description =
          "The method whose calls are a unit of work, such as a request's handler: values and calls are for each of them.")
  private @Nullable String anchor;

  @Option(names = "--per-call", description = "Compare the self value of a call of each method.")
  private boolean perCall;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "30",
      converter = CountConverter.class,
      description = "Show N methods (default: ${DEFAULT-VALUE}).")
  private int top;

  @Override
  public Integer call() throws IOException, FleetException {
    if (before.equals(after)) {
      throw new ParameterException(
          spec.commandLine(), "--before and --after are the same version: " + before);
    }
    try (SparkSession spark = FleetSession.start()) {
      Selected selected =
          new Selected(spark, table.in(spark), selection.selection(List.of(before, after)));
      output.give(
          Diff.of(selected, output.sums(spark, selected), before, after, anchor, perCall, top),
          spark,
          spec.commandLine().getOut());
      return 0;
    }
  }
}
