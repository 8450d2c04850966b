package dev.tare.report;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
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

/** {@code report}: the profile as text. */
@Command(
    name = "report",
    description = "Shows a profile: the hottest methods by self value, and the call tree.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    footer = {"", "Example:", "  tare report profile-4242.json --top 20 --thread 'worker-*'"})
final class ReportCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(paramLabel = "FILE", description = "The profile; gzipped or not.")
  private Path file = Path.of("");

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "30",
      description = "Show the N methods of the greatest self value (default: ${DEFAULT-VALUE}).")
  private int top;

  @Option(names = "--tree", description = "Show the call tree of each thread as well.")
  private boolean tree;

  @Option(
      names = "--thread",
      paramLabel = "NAME",
      description = "Show the threads of this name alone; * stands for anything.")
  private @Nullable String thread;

  @Override
  public Integer call() throws Failure {
    if (top < 0) {
      throw new ParameterException(spec.commandLine(), "--top must be 0 or more, not " + top);
    }
    Profile profile = read(file);
    List<ThreadProfile> threads =
        thread == null ? profile.threads() : ThreadChoice.named(thread, profile);
    PrintWriter out = spec.commandLine().getOut();
    new TextHeading(profile, threads).print(out);
    new TextMethods(profile, threads).print(out, top);
    if (tree) {
      for (ThreadProfile shown : threads) {
        new TextTree(profile, shown).print(out);
      }
    }
    out.flush();
    return 0;
  }

  private static Profile read(Path file) throws Failure {
    try {
      return ProfileReader.read(file);
    } catch (IOException e) {
      throw Failure.reading(file, e);
    }
  }
}
