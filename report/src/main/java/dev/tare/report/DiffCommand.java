package dev.tare.report;

import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.report.diff.DiffOptions;
import dev.tare.report.diff.DividedChanges;
import dev.tare.report.diff.MeasuredRun;
import dev.tare.report.diff.ProfileDiff;
import dev.tare.report.diff.ProfileDiff.NotComparableException;
import dev.tare.report.diff.Regressions;
import dev.tare.report.diff.TextDiff;
import dev.tare.report.diff.ThreadChanges;
import dev.tare.report.html.HtmlReport;
import dev.tare.report.text.TextStyle;
import dev.tare.report.view.CommonMethods;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
      "  tare diff --before a1.json a2.json a3.json --after b1.json b2.json b3.json",
      "  tare diff before.json after.json --fail-above 5%%"
    })
final class DiffCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ViewOptions view = new ViewOptions();
  @Mixin private UnitOption unit = new UnitOption();

  @Parameters(
      arity = "0..2",
      paramLabel = "FILE",
      description = "The profile before, and the one after.")
  private List<Path> pair = List.of();

  @Option(
      names = "--before",
      arity = "1..*",
      paramLabel = "FILE",
      description = "Profiles of several runs before: what varies from run to run is then known.")
  private List<Path> before = List.of();

  @Option(
      names = "--after",
      arity = "1..*",
      paramLabel = "FILE",
      description = "Profiles of several runs after.")
  private List<Path> after = List.of();

  /** Of the first that was read. */
  private @Nullable Metric firstMetric;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "30",
      description = "Show the N greatest changes (default: ${DEFAULT-VALUE}).")
  private int top;

  @Option(names = "--per-call", description = "Compare the self value of a call, not of all calls.")
  private boolean perCall;

  @Option(names = "--threads", description = "Compare the threads instead of the methods.")
  private boolean threads;

  @Option(names = "--paths", description = "Show the paths that changed as well.")
  private boolean paths;

  @Option(
      names = "--fail-above",
      paramLabel = "PERCENT",
      converter = Percent.class,
      description =
          "Exit with status 1 where a method's self value rose by more than this part of what it was, and by more than is uncertain about it.")
  private @Nullable Double failAbove;

  @Option(
      names = "--min-share",
      paramLabel = "PERCENT",
      defaultValue = "1%",
      converter = Share.class,
      description =
          "--fail-above passes over methods that make up less than this share of all, before and after (default: ${DEFAULT-VALUE}).")
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
    if (threads && (html != null || failAbove != null || paths || perCall)) {
      throw new ParameterException(
          spec.commandLine(),
          "--threads goes with none of --html, --fail-above, --paths and --per-call");
    }
    view.check(threads);
    if (html != null) {
      view.refuseUpwards("--html");
      Conflicts.refuse(spec, "--html", "--paths", "--top", "--unit");
      if (perCall && failAbove == null) {
        throw new ParameterException(
            spec.commandLine(), "--html goes with --per-call only where --fail-above is given");
      }
    }
    if (failAbove != null && view.areCallers()) {
      throw new ParameterException(
          spec.commandLine(), "--fail-above is about self values, and callers have totals alone");
    }
    if (failAbove == null && isGiven("--min-share")) {
      throw new ParameterException(spec.commandLine(), "--min-share goes with --fail-above");
    }
    if (view.isReversed() && !paths) {
      throw new ParameterException(
          spec.commandLine(), "--reverse is of trees: it goes with --paths");
    }
    if (threads || html != null) {
      view.refuseUndivided(threads ? "--threads" : "--html");
    }
    boolean isPair = pair.size() == 2 && before.isEmpty() && after.isEmpty();
    boolean areLists = pair.isEmpty() && !before.isEmpty() && !after.isEmpty();
    if (!isPair && !areLists) {
      throw new ParameterException(
          spec.commandLine(), "diff takes BEFORE AFTER, or --before FILE... --after FILE...");
    }
    Sides sides = read(isPair ? pair.subList(0, 1) : before, isPair ? pair.subList(1, 2) : after);
    ProfileDiff diff = compared(sides, view::seen);
    if (threads) {
      PrintWriter out = spec.commandLine().getOut();
      diff.heading().print(out, TextStyle.ofStandardOutput());
      out.println();
      new ThreadChanges(seenBy(view::chosen, sides.before), seenBy(view::chosen, sides.after))
          .print(out, TextStyle.ofStandardOutput(), unit.values(diff.after()), top);
      out.flush();
      return 0;
    }
    boolean areTreesOther = view.isReversed() && paths;
    ProfileDiff trees = areTreesOther ? compared(sides, this::seenAsTree) : diff;
    DiffOptions options = new DiffOptions(top, perCall, paths, view.grouping(), view.areCallers());
    if (html == null) {
      PrintWriter out = spec.commandLine().getOut();
      new TextDiff(diff, trees, options, TextStyle.ofStandardOutput(), unit.values(diff.after()))
          .print(out);
      View divided = profile -> view.seen(view.chosen(view.divided(profile)));
      new DividedChanges(seenBy(divided, sides.before), seenBy(divided, sides.after))
          .print(out, TextStyle.ofStandardOutput(), unit.values(diff.after()), top);
      out.flush();
    } else {
      OutputTarget.write(html, out -> HtmlReport.write(trees, out));
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

  private boolean isGiven(String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }

  /** A file, and what is in it. */
  private record ReadFile(Path file, Profile profile) {}

  private record Sides(List<ReadFile> before, List<ReadFile> after) {}

  /** What is made of a profile. */
  private interface Seen<T> {
    T of(Profile profile) throws ReportException;
  }

  private interface View extends Seen<Profile> {}

  private Sides read(List<Path> first, List<Path> second) throws ReportException {
    List<Path> all = Stream.concat(first.stream(), second.stream()).toList();
    try (Progress progress = Progress.of(all, spec.commandLine().getErr())) {
      return new Sides(read(first, progress), read(second, progress));
    }
  }

  private List<ReadFile> read(List<Path> files, Progress progress) throws ReportException {
    List<ReadFile> runs = new ArrayList<>();
    for (Path file : files) {
      Profile profile = ProfileArgument.read(file, progress);
      requireCalls(file, profile);
      requireSameTime(file, profile);
      runs.add(new ReadFile(file, profile));
    }
    return runs;
  }

  /** Methods are made alike before they are grouped or left out: a group has no tier. */
  private ProfileDiff compared(Sides sides, View shown) throws ReportException {
    CommonMethods common = new CommonMethods();
    Stream.concat(sides.before.stream(), sides.after.stream())
        .forEach(run -> common.add(run.profile));
    Seen<MeasuredRun> seen =
        profile -> {
          Profile chosen = view.chosen(profile);
          // Seen first: it says what is wrong with the options.
          Profile shownOfAll = shown.of(common.of(chosen));
          return new MeasuredRun(
              shownOfAll, view.uncertainty(view.paths(chosen)), view.areCallers());
        };
    try {
      return new ProfileDiff(
          seenBy(seen, sides.before), seenBy(seen, sides.after), view.isWall(), common.rolledUp());
    } catch (NotComparableException e) {
      throw new ReportException("cannot be compared: " + e.getMessage());
    }
  }

  private Profile seenAsTree(Profile chosen) throws ReportException {
    return view.seenAsTree(view.seen(chosen));
  }

  private static <T> List<T> seenBy(Seen<T> view, List<ReadFile> runs) throws ReportException {
    List<T> seen = new ArrayList<>();
    for (ReadFile run : runs) {
      try {
        seen.add(view.of(run.profile));
      } catch (ReportException e) {
        throw new ReportException(run.file + ": " + e.getMessage());
      }
    }
    return seen;
  }

  private static void requireCalls(Path file, Profile profile) throws ReportException {
    if (!profile.isInstrumented()) {
      throw new ReportException(
          file + ": nothing was instrumented, and diff compares calls and values of calls alone");
    }
    if (!profile.whyNothing().isEmpty()) {
      throw new ReportException(file + ": no calls are known: " + profile.whyNothing());
    }
  }

  /** Work and wall time cannot be compared. Where metrics differ, it does not help to know why. */
  private void requireSameTime(Path file, Profile profile) throws ReportException {
    Metric metric = profile.metric();
    Metric known = firstMetric;
    if (known == null) {
      firstMetric = metric;
    } else if (known.name().equals(metric.name())
        && known.waitingKnown() != metric.waitingKnown()
        && !view.isWall()) {
      throw new ReportException(
          file + ": waiting is known of some of the profiles alone: --by wall compares wall time");
    }
  }
}
