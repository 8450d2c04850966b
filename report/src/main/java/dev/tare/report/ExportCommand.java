package dev.tare.report;

import dev.tare.profile.AtomicFile;
import dev.tare.profile.Profile;
import dev.tare.report.export.Format;
import dev.tare.report.export.Loss;
import dev.tare.report.sum.SampleProfile;
import dev.tare.report.text.Numbers;
import dev.tare.report.text.Printable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ProfileArgument input = new ProfileArgument();

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
      description = "Export the samples instead of the call tree's self values.")
  private boolean samples;

  @Override
  public Integer call() throws Failure {
    Profile profile = input.read(spec.commandLine().getErr());
    Profile chosen = profile.withThreads(input.threads(profile));
    if (samples) {
      chosen = SampleProfile.of(chosen);
      if (chosen.threads().isEmpty()) {
        throw new Failure("the profile has no samples: cpusamples was off");
      }
    }
    return write(chosen);
  }

  private int write(Profile chosen) throws Failure {
    Loss[] loss = {Loss.NONE};
    AtomicFile.Content content = out -> loss[0] = format.write(chosen, out);
    if (target == null) {
      Target.writeToStandardOutput(content);
    } else {
      Target.write(target, content);
    }
    if (loss[0].values() > 0) {
      String unit = Printable.text(chosen.metric().unit());
      spec.commandLine()
          .getErr()
          .printf(
              "tare: %s has no negative values: %s, together %s %s, written as 0%n",
              format,
              Numbers.count(loss[0].values(), "value", "values"),
              Numbers.whole(loss[0].sum()),
              unit);
      spec.commandLine().getErr().flush();
    }
    return 0;
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
