package dev.tare.fleet;

import dev.tare.profile.StandardOutput;
import dev.tare.report.text.Printable;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.spark.SparkException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * The command line, of {@code spark-submit} and of {@code tare-fleet}. Exit status: 0 done, 1 it
 * failed, 2 wrong usage.
 */
@Command(
    name = "tare-fleet",
    description = "Keeps profiles of many JVMs in a table, and answers questions about them.",
    mixinStandardHelpOptions = true,
    versionProvider = FleetVersion.class,
    footer = {
      "",
      "Examples:",
      "  tare-fleet ingest s3a://profiles/table s3a://profiles/in",
      "  tare-fleet top TABLE --service orders --from 2026-11-23T01:00:00Z",
      "  tare-fleet diff TABLE --service orders --before 1.4 --after 1.5"
    },
    subcommands = {
      IngestCommand.class,
      TopCommand.class,
      MergeCommand.class,
      DiffCommand.class,
      TrendCommand.class,
      ExpireCommand.class
    })
public final class Fleet implements Callable<Integer> {
  private static final int FAILED = 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  private Fleet() {}

  public static void main(String[] args) {
    int status = run(args);
    if (status != 0) {
      System.exit(status);
    }
  }

  /**
   * Runs a command.
   *
   * @return the exit status
   */
  public static int run(String... args) {
    return new CommandLine(new Fleet())
        .setOut(new PrintWriter(System.out, true, StandardOutput.encoding()))
        .setErr(new PrintWriter(System.err, true, StandardOutput.encoding()))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(Fleet::wrongUsage)
        .setExecutionExceptionHandler(Fleet::failed)
        .execute(args);
  }

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "no command");
  }

  private static int wrongUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    command.getErr().println(Printable.text(String.valueOf(e.getMessage())));
    command.getErr().println("Try " + command.getCommandSpec().qualifiedName() + " --help.");
    command.getErr().flush();
    return CommandLine.ExitCode.USAGE;
  }

  private static int failed(Exception e, CommandLine command, ParseResult parsed) {
    Throwable cause = e;
    while (cause instanceof SparkException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    // HDFS has the server's stack in its messages.
    String line =
        cause instanceof FleetException
            ? String.valueOf(cause.getMessage())
            : "failed: " + cause.toString().lines().findFirst().orElse("");
    command.getErr().println("tare-fleet: " + Printable.text(line));
    command.getErr().flush();
    return FAILED;
  }
}
