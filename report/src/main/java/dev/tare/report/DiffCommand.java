package dev.tare.report;

import dev.tare.profile.Profile;
import dev.tare.report.analysis.ThreadChoice;
import dev.tare.report.analysis.ThreadChoice.NoSuchThreadException;
import dev.tare.report.diff.DiffOptions;
import dev.tare.report.diff.ProfileDiff;
import dev.tare.report.diff.ProfileDiff.NotComparableException;
import dev.tare.report.diff.Regressions;
import dev.tare.report.diff.TextDiff;
import dev.tare.report.html.HtmlReport;
import dev.tare.report.text.TextStyle;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code diff}: two profiles, compared. */
@Command(
    name = "diff",
    description = "Compares two profiles of the same metric, method by method and path by path.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    footer = {
      "",
      "Examples:",
      "  tare diff before.json after.json --per-call",
      "  tare diff before.json after.json --fail-above 5%%"
    })
final class DiffCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(index = "0", paramLabel = "BEFORE", description = "The one profile.")
  private Path before = Path.of("");

  @Parameters(index = "1", paramLabel = "AFTER", description = "The other.")
  private Path after = Path.of("");

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "30",
      description = "Show the N greatest changes (default: ${DEFAULT-VALUE}).")
  private int top;

  @Option(names = "--per-call", description = "Compare the self value of a call, not of all calls.")
  private boolean perCall;

  @Option(names = "--paths", description = "Show the paths that changed as well.")
  private boolean paths;

  @Option(
      names = "--thread",
      paramLabel = "NAME",
      description = "Compare the threads of this name alone; * stands for anything.")
  private @Nullable String thread;

  @Option(
      names = "--fail-above",
      paramLabel = "PERCENT",
      converter = Percent.class,
      description = {
        "Exit with status 1 where a method's self value rose by more than this part of what it",
        "was, and by more than is uncertain about it."
      })
  private @Nullable Double failAbove;

  @Option(
      names = "--min-share",
      paramLabel = "PERCENT",
      defaultValue = "1%",
      converter = Percent.class,
      description = {
        "--fail-above passes over methods that make up less than this share of all, before and",
        "after (default: ${DEFAULT-VALUE})."
      })
  private Double minShare = 0.01;

  @Option(
      names = "--html",
      paramLabel = "OUT",
      description = "Write one self-contained HTML page instead of text.")
  private @Nullable Path html;

  @Override
  public Integer call() throws ReportException {
    if (top < 0) {
      throw new ParameterException(spec.commandLine(), "--top must be 0 or more, not " + top);
    }
    ProfileDiff diff;
    try (Progress progress = Progress.of(List.of(before, after), spec.commandLine().getErr())) {
      diff = compared(read(before, progress), read(after, progress));
    }
    DiffOptions options = new DiffOptions(top, perCall, paths);
    if (html == null) {
      PrintWriter out = spec.commandLine().getOut();
      new TextDiff(diff, options, TextStyle.ofStandardOutput()).print(out);
      out.flush();
    } else {
      OutputTarget.write(html, out -> HtmlReport.write(diff, out));
    }
    if (failAbove != null) {
      List<String> risen = new Regressions(diff, options).above(failAbove, minShare);
      if (!risen.isEmpty()) {
        throw new ReportException(
            "risen by more than " + Percent.shown(failAbove) + ": " + String.join(", ", risen));
      }
    }
    return 0;
  }

  private Profile read(Path file, Progress progress) throws ReportException {
    Profile profile = ProfileArgument.read(file, progress);
    try {
      return thread == null ? profile : profile.withThreads(ThreadChoice.named(thread, profile));
    } catch (NoSuchThreadException e) {
      throw new ReportException(file + ": " + e.getMessage());
    }
  }

  private static ProfileDiff compared(Profile before, Profile after) throws ReportException {
    try {
      return new ProfileDiff(before, after);
    } catch (NotComparableException e) {
      throw new ReportException("cannot be compared: " + e.getMessage());
    }
  }
}
