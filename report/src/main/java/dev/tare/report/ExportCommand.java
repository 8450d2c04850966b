package dev.tare.report;

import dev.tare.profile.AtomicFile;
import dev.tare.profile.Limits.Folded;
import dev.tare.profile.Profile;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.division.DividedFrames;
import dev.tare.report.export.ClampedValues;
import dev.tare.report.export.Format;
import dev.tare.report.export.SizeLimit;
import dev.tare.report.export.ThreadsCsv;
import dev.tare.report.sum.FoldedProfile;
import dev.tare.report.sum.SampleProfile;
import dev.tare.report.text.Numbers;
import dev.tare.report.text.Printable;
import dev.tare.report.view.ProfileView;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code export}: the profile for other tools. */
@Command(
    name = "export",
    description = "Writes a profile in the format of another tool.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    footer = {"", "Example:", "  tare export profile-4242.json --format pprof -o profile.pb.gz"})
final class ExportCommand implements Callable<Integer> {
  private static final long MAX_BYTES = 1_000_000_000;
  private static final String EXCEEDED =
      "would be more than 1 GB: a greater --min-share makes it smaller, --all writes it all the"
          + " same";

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ProfileArgument input = new ProfileArgument();
  @Mixin private ViewOptions view = new ViewOptions();
  @Mixin private UnitOption unit = new UnitOption();

  @Option(
      names = "--format",
      required = true,
      paramLabel = "FORMAT",
      converter = FormatConverter.class,
      completionCandidates = FormatNames.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  private Format format = Format.COLLAPSED;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT",
      description = "The file to write (default: standard output).")
  private @Nullable Path target;

  @Option(
      names = "--samples",
      description =
          "Export the samples instead of the call tree's self values, as is done without this option where nothing was instrumented.")
  private boolean samples;

  @Option(
      names = "--min-share",
      paramLabel = "PERCENT",
      converter = Share.class,
      description =
          "Fold nodes in whose subtree the values, and the calls where the format has them, add up to less than this share of those of all methods into the node above them (default: 0.01%% for collapsed, speedscope and pprof, else 0%%).")
  private @Nullable Double minShare;

  @Option(
      names = "--positive",
      description = "Write values below 0 as 0 also where the format has them (pprof, firefox).")
  private boolean positive;

  @Option(names = "--all", description = "Write more than 1 GB, too.")
  private boolean all;

  @Option(names = "--threads", description = "A line for each thread, or pool of threads (csv).")
  private boolean threads;

  @Override
  public Integer call() throws ReportException {
    if (threads && format != Format.CSV) {
      throw new ParameterException(spec.commandLine(), "--threads goes with --format csv");
    }
    if (threads) {
      Conflicts.refuse(spec, "--threads", "--samples", "--min-share", "--positive");
    }
    view.check(threads);
    if (threads || samples) {
      view.refuseUndivided(threads ? "--threads" : "--samples");
    }
    if (positive && format == Format.CSV) {
      throw new ParameterException(
          spec.commandLine(),
          "--positive does not go with --format csv, which has all values as they are");
    }
    if (format == Format.CSV || format == Format.CALLGRIND) {
      view.refuseUpwards("--format " + format);
    }
    Profile profile = input.read(spec.commandLine().getErr());
    if (threads) {
      Profile ofThreads = view.chosen(profile);
      unit.values(ofThreads);
      write(
          out -> {
            ThreadsCsv.write(ofThreads, out);
            return ClampedValues.NONE;
          },
          ofThreads);
      return 0;
    }
    boolean areSamples = samples || SampleProfile.isAllOf(profile);
    Profile all = areSamples ? sampled(view.chosen(profile)) : view.divided(profile);
    Profile values = areSamples ? all : view.chosen(all);
    unit.values(values); // Written with all digits in any case.
    Profile seen = view.seen(values);
    // Before the tree is turned over: then values stand with callers.
    Profile tree = view.seenAsTree(format == Format.CSV ? seen : DividedFrames.of(seen));
    Profile chosen = view.isUpwards() ? ProfileView.of(tree).withCallsAsValues() : tree;
    double share = minShare == null ? format.standardShare() : minShare;
    FoldedProfile folded = FoldedProfile.of(chosen, share, format.hasCalls());
    Supplier<Uncertainty> uncertainty = () -> view.uncertainty(all);
    write(out -> format.write(folded.profile(), uncertainty, positive, out), folded.profile());
    sayWhatWasFolded(folded, share);
    if (format.hasCalls() && !areSamples) {
      sayWhatIsMissing(profile.limits().folded());
    }
    return 0;
  }

  private static Profile sampled(Profile profile) throws ReportException {
    Profile sampled = SampleProfile.of(profile);
    if (sampled.threads().isEmpty()) {
      throw new ReportException("the profile has no samples: cpusamples was off");
    }
    return sampled;
  }

  private void sayWhatWasFolded(FoldedProfile chosen, double share) {
    Folded folded = chosen.folded();
    if (folded.nodes() > 0) {
      spec.commandLine()
          .getErr()
          .printf(
              "tare: %s of less than %s left out, together %s %s, which the nodes above them have%s"
                  + " (--min-share)%n",
              Numbers.count(folded.nodes(), "node", "nodes"),
              Percent.shown(share),
              Numbers.formatInt(folded.self()),
              Printable.text(chosen.profile().metric().unit()),
              format.hasCalls() && folded.calls() > 0
                  ? ", and " + Numbers.count(folded.calls(), "call", "calls") + ", which none has"
                  : "");
      spec.commandLine().getErr().flush();
    }
  }

  private void sayWhatIsMissing(Folded inFile) {
    if (inFile.calls() > 0) {
      spec.commandLine()
          .getErr()
          .printf(
              "tare: calls are at least: the profile has no nodes for %s, folded by minshare%n",
              Numbers.count(inFile.calls(), "call", "calls"));
      spec.commandLine().getErr().flush();
    }
  }

  /** Writes an export, and says what is lost of it. */
  private interface Content {
    ClampedValues writeTo(OutputStream out) throws IOException;
  }

  private void write(Content exported, Profile chosen) throws ReportException {
    ClampedValues[] loss = {ClampedValues.NONE};
    long limit = all ? Long.MAX_VALUE : MAX_BYTES;
    AtomicFile.Content content = out -> loss[0] = exported.writeTo(new SizeLimit(out, limit));
    if (target != null) {
      OutputTarget.write(target, content, EXCEEDED);
    } else {
      if (!all) {
        // What was written there cannot be taken back.
        OutputTarget.tryOut(content, EXCEEDED);
      }
      OutputTarget.writeToStandardOutput(content);
    }
    if (loss[0].values() > 0) {
      String unit = Printable.text(chosen.metric().unit());
      spec.commandLine()
          .getErr()
          .printf(
              "tare: %s: %s, together %s %s, written as 0%n",
              positive ? "no negative values were asked for" : format + " has no negative values",
              Numbers.count(loss[0].values(), "value", "values"),
              Numbers.formatInt(loss[0].sum()),
              unit);
      spec.commandLine().getErr().flush();
    }
  }

  /** The formats' names, for help and shell completion. */
  static final class FormatNames extends ArrayList<String> {
    FormatNames() {
      super(Arrays.stream(Format.values()).map(Format::toString).toList());
    }
  }

  /** Takes a format's name, in capitals or not. */
  static final class FormatConverter implements ITypeConverter<Format> {
    @Override
    public Format convert(String name) {
      return Arrays.stream(Format.values())
          .filter(format -> format.toString().equalsIgnoreCase(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'" + name + "' is none of " + String.join(", ", new FormatNames())));
    }
  }
}
