package dev.tare.report;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.check.TextCheck;
import dev.tare.report.html.HtmlReport;
import dev.tare.report.json.JsonReport;
import dev.tare.report.text.TextReport;
import dev.tare.report.text.TextStyle;
import dev.tare.report.text.TreeLimits;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
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
      "  tare report profile-4242.json --html profile.html"
    })
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private ProfileArgument input = new ProfileArgument();

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
      defaultValue = "2147483647",
      showDefaultValue = Visibility.NEVER,
      description = "With --tree: show N levels.")
  private int depth;

  @Option(
      names = "--min-share",
      paramLabel = "PERCENT",
      defaultValue = "0%",
      converter = Percent.class,
      description = "With --tree: show no node whose total is less than this part of its thread's.")
  private Double minShare = 0.0;

  @Option(
      names = "--html",
      paramLabel = "OUT",
      description = "Write one self-contained HTML page instead of text.")
  private @Nullable Path html;

  @Option(
      names = "--json",
      description = {
        "Write heading, threads and methods as JSON, for scripts: all methods, or as many as --top",
        "says."
      })
  private boolean json;

  @Option(
      names = "--check",
      description = {
        "List the methods on which self values and samples disagree by more than chance allows,",
        "and how far the two profiles are apart (cpusamples)."
      })
  private boolean check;

  @Override
  public Integer call() throws ReportException {
    if (top < 0) {
      throw new ParameterException(spec.commandLine(), "--top must be 0 or more, not " + top);
    }
    if (depth < 1) {
      throw new ParameterException(spec.commandLine(), "--depth must be 1 or more, not " + depth);
    }
    Profile profile = input.read(spec.commandLine().getErr(), html == null && !tree);
    List<ThreadProfile> threads = input.threads(profile);
    if (json && (html != null || tree || check)) {
      throw new ParameterException(
          spec.commandLine(), "--json goes with none of --html, --tree and --check");
    }
    if (html != null) {
      Profile chosen = profile.withThreads(threads);
      OutputTarget.write(html, out -> HtmlReport.write(chosen, out));
      return 0;
    }
    if (json) {
      boolean isTopGiven = spec.commandLine().getParseResult().hasMatchedOption("--top");
      int most = isTopGiven ? top : Integer.MAX_VALUE;
      try {
        JsonReport.write(profile, threads, most, spec.commandLine().getOut());
      } catch (IOException e) {
        throw ReportException.writing(OutputTarget.STANDARD_OUTPUT, e);
      }
      return 0;
    }
    PrintWriter out = spec.commandLine().getOut();
    TextReport report = new TextReport(profile, threads, TextStyle.ofStandardOutput());
    if (check) {
      report.printHeading(out);
      TextCheck.print(profile, threads, TextStyle.ofStandardOutput(), top, out);
    } else {
      report.print(out, top);
    }
    if (tree) {
      report.printTrees(out, new TreeLimits(depth, minShare));
    }
    out.flush();
    return 0;
  }
}
