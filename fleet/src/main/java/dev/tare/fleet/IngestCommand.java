package dev.tare.fleet;

import dev.tare.fleet.ingest.Ingest;
import dev.tare.fleet.ingest.IngestOptions;
import dev.tare.fleet.ingest.IngestReport;
import dev.tare.fleet.ingest.Outcome;
import dev.tare.report.text.Numbers;
import dev.tare.report.text.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ingest}: profiles into the table. */
@Command(
    name = "ingest",
    description = {
      "Adds profiles to a table, which is made where there is none. What the table has is passed",
      "over; files that are no profiles are listed."
    },
    mixinStandardHelpOptions = true)
final class IngestCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private TableArgument table = new TableArgument();

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "SOURCE",
      description = "Files, folders with all below them, or patterns such as 'in/2026-11-*'.")
  private List<String> sources = List.of();

  @Option(
      names = "--batch",
      paramLabel = "FILES",
      defaultValue = "20000",
      description = "Add so many files at once (default: ${DEFAULT-VALUE}).")
  private int batch;

  @Option(
      names = "--bin",
      paramLabel = "PROFILES",
      defaultValue = "512",
      description =
          "One task reads so many profiles, and more of their last JVM (default: ${DEFAULT-VALUE}).")
  private int bin;

  @Option(
      names = "--max-text",
      paramLabel = "MB",
      defaultValue = "128",
      description =
          "Leave profiles out whose JSON is longer than that; a task takes five times as much memory (default: ${DEFAULT-VALUE}).")
  private int maxText;

  @Override
  public Integer call() throws IOException, FleetException {
    requirePositive("--batch", batch);
    requirePositive("--bin", bin);
    requirePositive("--max-text", maxText);
    try (SparkSession spark = FleetSession.start()) {
      long began = System.nanoTime();
      IngestReport report =
          new Ingest(spark, table.in(spark), new IngestOptions(batch, bin, maxText * 1_000_000L))
              .run(sources);
      double seconds = (System.nanoTime() - began) / 1e9;
      PrintWriter out = spec.commandLine().getOut();
      for (Outcome outcome : report.leftOut()) {
        @Nullable String problem = outcome.problem();
        out.println(
            "left out  " + Printable.text(outcome.file().path() + ": " + String.valueOf(problem)));
      }
      out.printf(
          Locale.ROOT,
          "%s with %s added in %.1f s, %,d known, %,d left out%n",
          Numbers.count(report.profiles(), "profile", "profiles"),
          Numbers.count(report.nodes(), "node", "nodes"),
          seconds,
          report.known(),
          report.leftOut().size());
      out.flush();
      return 0;
    }
  }

  private void requirePositive(String option, int value) {
    if (value < 1) {
      throw new picocli.CommandLine.ParameterException(
          spec.commandLine(), option + " must be 1 or more, not " + value);
    }
  }
}
