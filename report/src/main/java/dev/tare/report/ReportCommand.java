package dev.tare.report;

import dev.tare.profile.Profile;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.check.TextCheck;
import dev.tare.report.division.DividedProfile;
import dev.tare.report.html.HtmlReport;
import dev.tare.report.json.JsonReport;
import dev.tare.report.sum.SampleProfile;
import dev.tare.report.text.ReportOptions;
import dev.tare.report.text.TextReport;
import dev.tare.report.text.TextStyle;
import dev.tare.report.text.TreeLimits;
import dev.tare.report.text.ValueFormat;
import dev.tare.report.view.Grouping;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code report}: the profile as text, or as a page. */
@Command(
    name = "report",
    description = "Shows a profile: the hottest methods by self value, and the call tree.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    footer = {
      "",
      "Examples:",
      "  tare report profile-4242.json --top 20 --thread 'worker-*'",
      "  tare report profile-4242.json --tree --depth 8 --min-share 1%%",
      "  tare report profile-4242.json --callers Order.total",
      "  tare report profile-4242.json --by package --ignore 'org.lib.*'",
      "  tare report profile-4242.json --html profile.html"
    })
final class ReportCommand implements Callable<Integer> {
  private static final int TREE_DEPTH = 12;
  private static final double TREE_SHARE = 0.01;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ProfileArgument input = new ProfileArgument();
  @Mixin private ViewOptions view = new ViewOptions();
  @Mixin private UnitOption unit = new UnitOption();

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "30",
      description = "Show the N methods of the greatest self value (default: ${DEFAULT-VALUE}).")
  private int top;

  @Option(names = "--tree", description = "Show the call tree of each thread as well.")
  private boolean tree;

  @Option(
      names = "--depth",
      paramLabel = "N",
      description =
          "Of trees: show N levels (default: all; 12 of --callers, --callees, --reverse).")
  private @Nullable Integer depth;

  @Option(
      names = "--min-share",
      paramLabel = "PERCENT",
      converter = Share.class,
      description =
          "Of trees: show no node whose total is less than this part of its thread's (default: 0%%; 1%% of --callers, --callees, --reverse).")
  private @Nullable Double minShare;

  @Option(
      names = "--html",
      paramLabel = "OUT",
      description = "Write one self-contained HTML page instead of text.")
  private @Nullable Path html;

  @Option(
      names = "--json",
      description =
          "Write heading, threads and methods as JSON, for scripts: all methods, or as many as --top says.")
  private boolean json;

  @Option(
      names = "--check",
      description =
          "List the methods on which self values and samples disagree by more than chance allows, and how far the two profiles are apart (cpusamples).")
  private boolean check;

  @Option(names = "--threads", description = "Show the threads instead of the methods.")
  private boolean threads;

  @Override
  public Integer call() throws ReportException {
    checkOptions();
    boolean areSumsEnough = html == null && !tree && view.areSumsEnough();
    PrintWriter err = spec.commandLine().getErr();
    Profile read = areSumsEnough ? input.readSums(err, this::needsNodes) : input.read(err);
    // To check divided values by the samples that divided them would say nothing.
    Profile all = check ? read : view.divided(read);
    Profile inFile = view.chosen(all);
    if (!areSumsEnough && needsCalls() && SampleProfile.isAllOf(inFile)) {
      return reportSamples(all, inFile);
    }
    ValueFormat values = unit.values(all);
    Uncertainty uncertainty = view.uncertainty(all);
    if (html != null) {
      Profile onPage = view.seenAsInFile(inFile);
      OutputTarget.write(
          html, out -> HtmlReport.write(inFile, onPage, uncertainty, view.isWall(), out));
      return 0;
    }
    Profile seen = view.seen(inFile);
    if (json) {
      writeJson(inFile, seen, uncertainty);
      return 0;
    }
    PrintWriter out = spec.commandLine().getOut();
    ReportOptions options = options(values, uncertainty);
    TextReport report = new TextReport(inFile, seen, options);
    report.printHeading(out, all);
    if (check) {
      boolean isWork = inFile.metric().waitingKnown() && !view.isWall();
      TextCheck.print(seen, seen.threads(), isWork, options.style(), top, out);
    } else {
      printRows(report, out);
    }
    printTrees(report, seen, out);
    return 0;
  }

  /** Whether the sums of a file alone do not tell values, or how its calls are known. */
  private boolean needsNodes(Profile sums) {
    return (view.divides() && DividedProfile.divides(sums)) || sums.limits().folded().calls() > 0;
  }

  private void printRows(TextReport report, PrintWriter out) {
    if (threads) {
      report.printThreads(out, top);
    } else if (!view.isOfMethod()) {
      report.printMethods(out, top);
      report.printNextSteps(out);
    }
  }

  private void printTrees(TextReport report, Profile seen, PrintWriter out) throws ReportException {
    if (tree || view.isTree()) {
      report.printTrees(out, view.seenAsTree(seen), limits(), view.isUpwards());
    }
    out.flush();
  }

  private ReportOptions options(ValueFormat values, Uncertainty uncertainty) {
    TextStyle style = TextStyle.ofStandardOutput();
    return new ReportOptions(style, view.grouping(), view.isWall(), values, uncertainty);
  }

  /** Whether what is asked for is made of call trees, and not of values of methods alone. */
  private boolean needsCalls() {
    boolean areTreesShown = !json && (tree || view.isTree());
    boolean areRowsOfTrees = view.isOfMethod() || view.grouping() == Grouping.THREAD;
    return !check && (areTreesShown || areRowsOfTrees);
  }

  /** Where nothing was instrumented, trees and threads are those of the samples. */
  private int reportSamples(Profile all, Profile inFile) throws ReportException {
    if (html != null || json) {
      throw new ReportException(
          "the profile has samples and no calls: --callers, --callees and --by thread show samples"
              + " as text only");
    }
    Profile samples = SampleProfile.of(inFile);
    ReportOptions options = options(unit.values(samples), view.uncertainty(samples));
    Profile seen = view.seen(samples);
    boolean areThreadsRows = view.grouping() == Grouping.THREAD;
    PrintWriter out = spec.commandLine().getOut();
    TextReport report = new TextReport(inFile, areThreadsRows ? seen : view.seen(inFile), options);
    report.printHeading(out, all);
    printRows(report, out);
    printTrees(report, seen, out);
    return 0;
  }

  private void checkOptions() {
    view.check(threads);
    if (top < 0) {
      throw new ParameterException(spec.commandLine(), "--top must be 0 or more, not " + top);
    }
    if (depth != null && depth < 1) {
      throw new ParameterException(spec.commandLine(), "--depth must be 1 or more, not " + depth);
    }
    if (json) {
      Conflicts.refuse(
          spec,
          "--json",
          "--html",
          "--tree",
          "--threads",
          "--check",
          "--reverse",
          "--depth",
          "--min-share",
          "--unit");
    }
    if (html != null) {
      Conflicts.refuse(
          spec,
          "--html",
          "--tree",
          "--threads",
          "--check",
          "--depth",
          "--min-share",
          "--top",
          "--unit");
      view.refuseUpwards("--html");
    }
    if (!tree && !view.isTree()) {
      refuseWithoutTree("--depth", depth);
      refuseWithoutTree("--min-share", minShare);
    }
    if (check && (threads || view.isOfMethod())) {
      throw new ParameterException(
          spec.commandLine(), "--check goes with none of --threads, --callers and --callees");
    }
    if (check) {
      view.refuseUndivided("--check");
    }
    if (view.isOfMethod() && !json && isTopGiven()) {
      throw new ParameterException(
          spec.commandLine(),
          "--top goes with --callers and --callees only where --json is given: trees take --depth"
              + " and --min-share");
    }
  }

  private boolean isTopGiven() {
    return spec.commandLine().getParseResult().hasMatchedOption("--top");
  }

  private void refuseWithoutTree(String option, @Nullable Object value) {
    if (value != null) {
      throw new ParameterException(
          spec.commandLine(),
          option + " is of trees: it goes with --tree, --callers, --callees or --reverse");
    }
  }

  /** A tree of callers has a branch for each path: what is small is left out unless asked for. */
  private TreeLimits limits() {
    int levels = view.isTree() ? TREE_DEPTH : Integer.MAX_VALUE;
    double share = view.isTree() ? TREE_SHARE : 0;
    return new TreeLimits(depth == null ? levels : depth, minShare == null ? share : minShare);
  }

  private void writeJson(Profile inFile, Profile seen, Uncertainty uncertainty)
      throws ReportException {
    int most = isTopGiven() ? top : Integer.MAX_VALUE;
    try {
      JsonReport.write(
          inFile, seen, uncertainty, view.areCallers(), most, spec.commandLine().getOut());
    } catch (IOException e) {
      throw ReportException.writing(OutputTarget.STANDARD_OUTPUT, e);
    }
  }
}
