package dev.tare.report;

import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.report.sum.ProfileSum;
import dev.tare.report.sum.ProfileSum.DifferentMetricException;
import dev.tare.report.text.Printable;
import dev.tare.report.view.CommonMethods;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
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
      description =
          "Which threads become one: those whose names differ in numbers alone (pattern), those of the same name (name), or all (one). Default: ${DEFAULT-VALUE}.")
  private ProfileSum.Grouping grouping = ProfileSum.Grouping.PATTERN;

  private final Set<String> modes = new TreeSet<>();
  private final Set<Boolean> waitingKnown = new TreeSet<>();

  @Override
  public Integer call() throws ReportException {
    ProfileSum sum = new ProfileSum(grouping);
    CommonMethods common = new CommonMethods();
    try (Progress progress = Progress.of(files, spec.commandLine().getErr())) {
      for (Path file : files) {
        add(sum, common, file, progress);
      }
    }
    try {
      // Parts of callers add up as methods do: what tiers differ by is taken out of the sum.
      ProfileWriter.write(files.size() == 1 ? sum.sum() : common.of(sum.sum()), target);
    } catch (IOException e) {
      throw ReportException.writing(target, e);
    }
    if (files.size() > 1 && !common.rolledUp().isEmpty()) {
      say("rolled up: " + common.rolledUp());
    }
    if (modes.size() > 1) {
      say(
          "of modes "
              + String.join(" and ", modes)
              + ": self values of the sum are no better than those of sampled profiles");
    }
    if (waitingKnown.size() > 1) {
      say("waiting is known of some of the profiles alone: in the sum it counts as work");
    }
    return 0;
  }

  private void say(String line) {
    spec.commandLine().getErr().println("tare: " + Printable.text(line));
    spec.commandLine().getErr().flush();
  }

  private void add(ProfileSum sum, CommonMethods common, Path file, Progress progress)
      throws ReportException {
    try {
      Profile profile = ProfileArgument.read(file, progress);
      sum.add(profile);
      common.add(profile);
      if (!profile.threads().isEmpty()) {
        waitingKnown.add(profile.metric().waitingKnown());
      }
      modes.add(profile.settings().getOrDefault("mode", "full"));
    } catch (DifferentMetricException e) {
      throw new ReportException(file + ": " + e.getMessage());
    }
  }
}
