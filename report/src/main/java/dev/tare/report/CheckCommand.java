package dev.tare.report;

import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import dev.tare.report.gate.Gate;
import dev.tare.report.gate.JUnitVerdicts;
import dev.tare.report.gate.MarkdownVerdicts;
import dev.tare.report.gate.ProfileRun;
import dev.tare.report.gate.RuleException;
import dev.tare.report.gate.Rules;
import dev.tare.report.gate.TextVerdicts;
import dev.tare.report.gate.Verdict;
import dev.tare.report.text.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code check}: profiles against rules. */
@Command(
    name = "check",
    description = {
      "Compares profiles with rules, and exits with status 3 where one is broken.",
      "Rules stand in a file, one a line:",
      "  calls com.acme.Dao#load <= 1",
      "  calls com.acme.Dao#* <= base",
      "  sum calls com.acme.* <= 1.05 * base + 10",
      "  self com.acme.Parser#* <= 1.1 * base",
      "  total com.acme.Main#main <= 2s",
      "Calls are exact, so one profile a side is enough. Time is not: rules about self",
      "and total take three profiles a side or more, and fail where the two sides do",
      "not overlap."
    },
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    footer = {
      "",
      "Examples:",
      "  tare check new.json --against base.json --rules tare.rules",
      "  tare check new?.json --against base?.json --rules tare.rules"
    })
final class CheckCommand implements Callable<Integer> {
  /** A rule is broken. */
  private static final int BROKEN = 3;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "The profiles to be checked.")
  private List<Path> files = List.of();

  @Option(
      names = "--against",
      arity = "1..*",
      paramLabel = "FILE",
      description = "The profiles that rules call 'base'.")
  private List<Path> against = List.of();

  @Option(names = "--rules", required = true, paramLabel = "FILE", description = "The rules.")
  private Path ruleFile = Path.of("");

  @Option(
      names = "--min-share",
      paramLabel = "PERCENT",
      defaultValue = "1%",
      converter = Share.class,
      description =
          "Rules about self and total pass over methods that make up less than this share of all, on both sides, but not with metric=alloc (default: ${DEFAULT-VALUE}).")
  private Double minShare = 0.01;

  @Option(
      names = "--markdown",
      paramLabel = "OUT",
      description = "Write the result as Markdown, too.")
  private @Nullable Path markdown;

  @Option(
      names = "--junit",
      paramLabel = "OUT",
      description = "Write the result as a JUnit report (XML), too.")
  private @Nullable Path junit;

  @Override
  public Integer call() throws ReportException {
    List<Verdict> verdicts;
    Set<String> modes;
    try {
      Rules rules = Rules.of(lines());
      if (rules.needBase() && against.isEmpty()) {
        throw new ParameterException(
            spec.commandLine(), ruleFile + " names the base: --against FILE... is missing");
      }
      Gate gate = new Gate(runs(files, rules), runs(against, rules), minShare);
      verdicts = gate.decide(rules);
      modes = gate.modes(rules);
    } catch (RuleException e) {
      throw new ReportException(ruleFile + ": " + e.getMessage());
    }
    warn(verdicts, modes);
    PrintWriter out = spec.commandLine().getOut();
    TextVerdicts.print(verdicts, out);
    out.flush();
    if (markdown != null) {
      byte[] text = MarkdownVerdicts.of(verdicts).getBytes(StandardCharsets.UTF_8);
      OutputTarget.write(markdown, stream -> stream.write(text));
    }
    if (junit != null) {
      OutputTarget.write(
          junit,
          stream -> {
            try {
              JUnitVerdicts.write(verdicts, stream);
            } catch (XMLStreamException e) {
              throw new IOException(e);
            }
          });
    }
    if (verdicts.stream().anyMatch(verdict -> verdict.undecided().isPresent())) {
      return Main.FAILED;
    }
    return verdicts.stream().allMatch(Verdict::isKept) ? 0 : BROKEN;
  }

  /**
   * Of rules that cannot be decided, and of a method that was never called, or a wrong name: who
   * wrote the rule can tell. Values of different modes can be compared, but differ by more than
   * runs of one mode do.
   */
  private void warn(List<Verdict> verdicts, Set<String> modes) {
    PrintWriter err = spec.commandLine().getErr();
    if (modes.size() > 1) {
      err.println(
          Printable.text(
              "tare: warning: profiles of modes "
                  + String.join(" and ", modes)
                  + ": compare calls alone"));
    }
    for (Verdict verdict : verdicts) {
      if (verdict.undecided().isPresent()) {
        err.println(
            Printable.text("tare: " + ruleFile + ": " + verdict.undecided().get().getMessage()));
      } else if (verdict.methods() == 0) {
        err.println(
            Printable.text(
                "tare: warning: "
                    + ruleFile
                    + ": no method of the profiles is meant by rule '"
                    + verdict.rule()
                    + "'"));
      }
    }
    err.flush();
  }

  private List<String> lines() throws ReportException {
    try {
      return Files.readAllLines(ruleFile);
    } catch (CharacterCodingException e) {
      throw new ReportException(ruleFile + ": is not UTF-8");
    } catch (IOException e) {
      throw ReportException.reading(ruleFile, e);
    }
  }

  private List<ProfileRun> runs(List<Path> profiles, Rules rules) throws ReportException {
    List<ProfileRun> runs = new ArrayList<>();
    try (Progress progress = Progress.of(profiles, spec.commandLine().getErr())) {
      for (Path file : profiles) {
        runs.add(new ProfileRun(file.toString(), read(file, rules, progress)));
      }
    }
    return runs;
  }

  private static Profile read(Path file, Rules rules, Progress progress) throws ReportException {
    try {
      return ProfileReader.readSums(
          file, progress::count, sums -> rules.needNodes() || ProfileRun.needsNodes(sums));
    } catch (IOException e) {
      throw ReportException.reading(file, e);
    }
  }
}
