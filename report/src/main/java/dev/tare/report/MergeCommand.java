package dev.tare.report;

import dev.tare.profile.json.ProfileWriter;
import dev.tare.report.sum.ProfileSum;
import dev.tare.report.sum.ProfileSum.DifferentMetricException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code merge}: the sum of several profiles. */
@Command(
    name = "merge",
    description = "Adds up profiles of the same metric. Their order does not matter.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    footer = {"", "Example:", "  tare merge profile-*.json -o sum.json.gz"})
final class MergeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "The profiles; gzipped or not.")
  private List<Path> files = List.of();

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "OUT",
      description = "The file to write; gzipped where its name ends in .gz.")
  private Path target = Path.of("");

  @Option(
      names = "--threads",
      paramLabel = "HOW",
      defaultValue = "pattern",
      description = {
        "Which threads become one: those whose names differ in numbers alone (pattern), those of",
        "the same name (name), or all (one). Default: ${DEFAULT-VALUE}."
      })
  private ProfileSum.Grouping grouping = ProfileSum.Grouping.PATTERN;

  @Override
  public Integer call() throws ReportException {
    ProfileSum sum = new ProfileSum(grouping);
    try (Progress progress = Progress.of(files, spec.commandLine().getErr())) {
      for (Path file : files) {
        add(sum, file, progress);
      }
    }
    try {
      ProfileWriter.write(sum.sum(), target);
    } catch (IOException e) {
      throw ReportException.writing(target, e);
    }
    return 0;
  }

  private static void add(ProfileSum sum, Path file, Progress progress) throws ReportException {
    try {
      sum.add(ProfileArgument.read(file, progress));
    } catch (DifferentMetricException e) {
      throw new ReportException(file + ": " + e.getMessage());
    }
  }
}
