package dev.tare.report;

import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.report.sum.ProfileSum;
import dev.tare.report.sum.ProfileSum.DifferentMetricException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code merge}: the sum of several profiles. */
@Command(
    name = "merge",
    description = "Adds up profiles of the same metric. Their order does not matter.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    footer = {"", "Example:", "  tare merge profile-*.json -o sum.json.gz"})
final class MergeCommand implements Callable<Integer> {
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
  public Integer call() throws Failure {
    ProfileSum sum = new ProfileSum(grouping);
    for (Path file : files) {
      Profile profile = ProfileArgument.read(file);
      try {
        sum.add(profile);
      } catch (DifferentMetricException e) {
        throw new Failure(file + ": " + e.getMessage());
      }
    }
    try {
      ProfileWriter.write(sum.sum(), target);
    } catch (IOException e) {
      throw Failure.writing(target, e);
    }
    return 0;
  }
}
