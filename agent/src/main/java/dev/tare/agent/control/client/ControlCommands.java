package dev.tare.agent.control.client;

import java.io.File;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line of everything that is told to a running JVM. Exit status: 0 done, 1 it failed, 2
 * wrong usage.
 */
@Command(
    name = "tare",
    description = "Controls the Tare profiler in a running JVM.",
    mixinStandardHelpOptions = true,
    subcommands = {
      ControlCommands.Attach.class,
      ControlCommands.Start.class,
      ControlCommands.Stop.class,
      ControlCommands.Dump.class,
      ControlCommands.Reset.class,
      ControlCommands.Status.class,
      RunCommand.class,
      RecordCommand.class
    })
public final class ControlCommands implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private ControlCommands() {}

  /** Runs a command and ends the process with its exit status. */
  public static void main(String[] arguments) {
    int status = 1;
    try {
      status = run(arguments);
    } catch (Error e) { // Uncaught, it would leave the process waiting for its own end.
      System.err.println("[tare] failed: " + e);
    }
    EndOfProcess.exit(status);
  }

  /**
   * Runs a command.
   *
   * @return the exit status
   */
  static int run(String... arguments) {
    CommandLine commands = new CommandLine(new ControlCommands());
    // A command without -- before it is told from an unknown option.
    Objects.requireNonNull(commands.getSubcommands().get("run"))
        .setUnmatchedOptionsArePositionalParams(true);
    return commands
        .registerConverter(long.class, ControlCommands::processId)
        .setExpandAtFiles(false) // They are the java's that run starts.
        .setParameterExceptionHandler(ControlCommands::wrongUsage)
        .setExecutionExceptionHandler(ControlCommands::failed)
        .execute(arguments);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command");
  }

  private static Long processId(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is no process id; see jps");
    }
  }

  private static int wrongUsage(ParameterException e, String[] arguments) {
    CommandLine command = e.getCommandLine();
    boolean isOption =
        e instanceof UnmatchedArgumentException unmatched
            && unmatched.getUnmatched().get(0).matches("\\w+=.*");
    command
        .getErr()
        .println(e.getMessage() + (isOption ? "; join the agent's options by commas" : ""));
    command.getErr().println("Try " + command.getCommandSpec().qualifiedName() + " --help.");
    return CommandLine.ExitCode.USAGE;
  }

  private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
    command
        .getErr()
        .println("tare: " + (e instanceof CommandException ? e.getMessage() : "failed: " + e));
    return e instanceof CommandException failure ? failure.status() : 1;
  }

  /** To be called before TargetJvm is loaded, which does not link without that module. */
  static void requireAttach() throws CommandException {
    if (ModuleLayer.boot().findModule("jdk.attach").isEmpty()) {
      throw new CommandException(
          "this Java has no module jdk.attach ("
              + System.getProperty("java.home")
              + "): run the command with a JDK's java");
    }
  }

  /** The jar that this process was started with. */
  static Path ownJar() {
    // The JVM adds the jar of an agent that JAVA_TOOL_OPTIONS names.
    String jar = System.getProperty("java.class.path", "").split(File.pathSeparator, -1)[0];
    return new File(jar).toPath().toAbsolutePath().normalize();
  }

  /** What all have in common: a process, and an answer. */
  abstract static class ToJvm implements Callable<Integer> {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(index = "0", paramLabel = "PID", description = "The JVM's process id; see jps.")
    private long pid;

    /** The command's name, and what follows it, if anything does. */
    String command() throws CommandException {
      return spec.name();
    }

    @Override
    public Integer call() throws CommandException {
      requireAttach();
      spec.commandLine().getOut().println(new TargetJvm(pid, ownJar()).send(command()));
      spec.commandLine().getOut().flush();
      return 0;
    }
  }

  @Command(
      name = "attach",
      mixinStandardHelpOptions = true,
      description = {
        "Loads the agent into a running JVM and weaves the classes that it has loaded.",
        "The options are those of -javaagent. On JDK 21 and later the JVM warns on its",
        "standard error that an agent was loaded, unless it runs with",
        "-XX:+EnableDynamicAgentLoading."
      },
      footer = {"", "Example:", "  tare attach 4242 mode=sampled,include=com.acme.*"})
  static final class Attach extends ToJvm {
    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "key=value,...",
        description = "The agent's options.")
    private String options = "";

    @Override
    String command() throws CommandException {
      return super.command() + " " + AgentArguments.absolute(options);
    }
  }

  @Command(
      name = "start",
      mixinStandardHelpOptions = true,
      description = "Weaves all classes and begins to record.")
  static final class Start extends ToJvm {}

  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      description = "Takes the probes out; what was recorded stays.")
  static final class Stop extends ToJvm {}

  @Command(
      name = "dump",
      mixinStandardHelpOptions = true,
      description = "Writes a profile of everything up to now, while the program goes on.",
      footer = {"", "Example:", "  tare dump 4242 -o now.json.gz"})
  static final class Dump extends ToJvm {
    @Option(
        names = {"-o", "--output"},
        paramLabel = "FILE",
        description = {
          "Where to, in the JVM's own file system; gzipped where the name ends in .gz.",
          "Default: the file that the agent's options name."
        })
    private Path file = Path.of("");

    @Override
    String command() throws CommandException {
      String name = super.command();
      return file.toString().isEmpty() ? name : name + " " + file.toAbsolutePath();
    }
  }

  @Command(
      name = "reset",
      mixinStandardHelpOptions = true,
      description = "Begins anew: later profiles show what comes from now on.")
  static final class Reset extends ToJvm {}

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Says what the agent is doing.")
  static final class Status extends ToJvm {
    @Option(names = "--json", description = "As one JSON object.")
    private boolean json;

    @Override
    String command() throws CommandException {
      return super.command() + (json ? " json" : "");
    }
  }
}
