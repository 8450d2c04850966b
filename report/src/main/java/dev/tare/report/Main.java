package dev.tare.report;

import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.StandardOutput;
import dev.tare.report.text.Printable;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line of everything that reads profiles. Exit status: 0 done, 1 it failed, 2 wrong
 * usage.
 */
@Command(
    name = "tare",
    description = "Shows what the Tare profiler recorded.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    footer = {
      "", // What follows is run by other parts of the jar.
      "To profile a program:",
      "  run       Starts it with the agent in it.",
      "  record    Profiles a running JVM for a while, and writes a profile or a page.",
      "",
      "To control a running JVM:",
      "  attach    Loads the agent into it.",
      "  start     Begins to record.",
      "  stop      Takes the probes out; what was recorded stays.",
      "  dump      Writes a profile of everything up to now.",
      "  reset     Lets later profiles begin now.",
      "  status    Says what the agent is doing.",
      "",
      "Of this machine:",
      "  counters  Lists the metrics that it has, and why others are missing.",
      "  train     Learns what probes cost here, ahead of the first run.",
      "",
      "Example:",
      "  tare report profile-4242.json",
      "COMMAND --help shows more of them."
    })
public final class Main implements Runnable {
  /** It failed; one line on standard error says why. */
  static final int FAILED = 1;

  private static final String COMPLETION = "generate-completion";

  private static final Map<String, Class<?>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("report", ReportCommand.class);
    COMMANDS.put("export", ExportCommand.class);
    COMMANDS.put("diff", DiffCommand.class);
    COMMANDS.put("check", CheckCommand.class);
    COMMANDS.put("merge", MergeCommand.class);
    COMMANDS.put("fleet", FleetCommand.class);
    COMMANDS.put(COMPLETION, GenerateCompletion.class);
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  private Main() {}

  /** Runs the command and ends the process with its exit status. */
  public static void main(String[] args) {
    System.exit(run(args));
  }

  /**
   * Runs the command.
   *
   * @return the exit status
   */
  public static int run(String... args) {
    StandardOutput output = StandardOutput.install();
    // Flushed at the end, not at each of what may be a million lines.
    PrintWriter out = new PrintWriter(System.out, false, StandardOutput.encoding());
    PrintWriter err = new PrintWriter(System.err, true, StandardOutput.encoding());
    CommandLine command = commandLine(args).setOut(out).setErr(err);
    try {
      int status = command.execute(args);
      command.getOut().flush();
      return output.ended(status);
    } catch (OutOfMemoryError e) {
      long megabytes = Runtime.getRuntime().maxMemory() >> 20;
      command
          .getErr()
          .println(
              "tare: this takes more memory than the " + megabytes + " MB there are (java -Xmx)");
      command.getErr().flush();
      return FAILED;
    }
  }

  /**
   * The commands that these arguments may be of, writing to standard output and standard error
   * unless told otherwise. A command's options are found by reflection, which takes as long as to
   * read a small profile: only those of the command that is named are.
   */
  static CommandLine commandLine(String... args) {
    CommandLine command = new CommandLine(new Main());
    Class<?> named = args.length == 0 ? null : COMMANDS.get(args[0]);
    if (named == null || args[0].equals(COMPLETION)) { // It writes the options of all.
      COMMANDS.forEach(command::addSubcommand);
    } else {
      command.addSubcommand(args[0], named);
    }
    return command
        .registerConverter(int.class, Main::wholeNumber)
        .registerConverter(Integer.class, Main::wholeNumber)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setParameterExceptionHandler(Main::wrongUsage)
        .setExecutionStrategy(Main::runChecked)
        .setExecutionExceptionHandler(ReportException::report);
  }

  private static int runChecked(ParseResult parsed) {
    ParseResult named = parsed.subcommand();
    if (named != null) {
      FilesOfCommand.check(named);
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command");
  }

  private static Integer wholeNumber(String text) {
    try {
      return Integer.valueOf(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "'" + text + "' is no whole number up to " + Integer.MAX_VALUE);
    }
  }

  private static int wrongUsage(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    command.getErr().println(Printable.text(e.getMessage() + suggestion(e)));
    command.getErr().println("Try " + command.getCommandSpec().qualifiedName() + " --help.");
    command.getErr().flush();
    return CommandLine.ExitCode.USAGE;
  }

  /** A similar word; picocli finds one to everything, so it must begin alike. */
  private static String suggestion(ParameterException e) {
    if (!(e instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    String typed = unmatched.getUnmatched().get(0);
    String beginning = typed.substring(0, Math.min(typed.length(), typed.startsWith("--") ? 3 : 1));
    List<String> similar =
        unmatched.getSuggestions().stream().filter(name -> name.startsWith(beginning)).toList();
    return similar.isEmpty() ? "" : "; did you mean " + similar.get(0) + "?";
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      ProfilerInfo profiler = ProfilerInfo.current();
      return new String[] {profiler.name() + " " + profiler.version()};
    }
  }
}
