package dev.tare.agent.control.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code run}: a command with the agent in its JVM. Input, output and exit status are the command's
 * own.
 */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    customSynopsis = "tare run [-o FILE] [key=value,...] -- COMMAND...",
    description = {
      "Runs a command with the profiler in it. Where the command is java itself,",
      "-javaagent becomes its first argument. Any other command gets it by",
      "JAVA_TOOL_OPTIONS: each JVM that it starts writes a profile of its own. The",
      "exit status is the command's."
    },
    footer = {
      "",
      "Examples:",
      "  tare run -- java -jar app.jar",
      "  tare run -o app.html mode=sampled -- java -cp app.jar com.acme.Main",
      "  tare run file=profile-%%p.json -- ./gradlew bench"
    })
final class RunCommand implements Callable<Integer> {
  private static final String VARIABLE = "JAVA_TOOL_OPTIONS";

  /** Then the agent does not say where the profile is: this command takes it away. */
  private static final String TAKES_PROFILE = "-Dtare.profile.taken=true";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "Where the profile goes: a page where the name ends in .html, gzipped where it ends in .gz. Default: the file that the agent's options name, or profile-%%p.json.")
  private @Nullable Path output;

  @Parameters(
      paramLabel = "[key=value,...] -- COMMAND",
      description = "The agent's options, and the command with its arguments.")
  private List<String> words = List.of();

  @Override
  public Integer call() throws CommandException {
    List<String> arguments = spec.commandLine().getParseResult().originalArgs();
    int separator = arguments.indexOf("--");
    List<String> command =
        separator < 0 ? List.of() : arguments.subList(separator + 1, arguments.size());
    int before = words.size() - command.size();
    if (command.isEmpty() || before > 1 || (before == 1 && words.get(0).startsWith("-"))) {
      throw new ParameterException(
          spec.commandLine(),
          "expected: tare run [-o FILE] [key=value,...] -- java ..., with '--' before the command");
    }
    String options = before == 0 ? "" : words.get(0);
    ProfileTarget target = output == null ? null : new ProfileTarget(output);
    if (target != null) {
      check(options, target);
    }
    return run(command, options, target);
  }

  private static void check(String options, ProfileTarget target) throws CommandException {
    if (AgentArguments.names(options, "file")) {
      throw new CommandException(2, "-o and file= name one file each: say one of them");
    }
    if (target.isPage() && AgentArguments.names(options, "every")) {
      throw new CommandException(
          2, "a page is of one profile, and every= writes several: say file=NAME-%n.json instead");
    }
    if (!target.isPage()) {
      AgentArguments.withoutComma(target.file());
    }
  }

  private static int run(List<String> command, String options, @Nullable ProfileTarget target)
      throws CommandException {
    boolean isJava = isJava(command.get(0));
    if (target == null) {
      // What is not java may start its JVMs in other directories, as builds do.
      return await(start(command, isJava ? options : AgentArguments.absolute(options), isJava));
    }
    if (!isJava) {
      throw new CommandException(
          2,
          "-o takes the profile of one JVM, and "
              + command.get(0)
              + " may start several: say file=NAME-%p.json instead");
    }
    return target.isPage()
        ? drawPage(command, options, target)
        : leaveProfile(command, options, target);
  }

  private static int leaveProfile(List<String> command, String options, ProfileTarget target)
      throws CommandException {
    Path file = target.file();
    List<Object> before = versionOf(file);
    int status = await(start(command, withFile(options, file), true));
    // Periods, which a config file may ask for as well, have other names.
    boolean isOfThatName =
        !AgentArguments.names(options, "every") && !AgentArguments.names(options, "config");
    if (isOfThatName && versionOf(file).equals(before)) {
      System.err.println(
          "[tare] the command ended with status " + status + " and left no profile in " + file);
    }
    return status;
  }

  /** What tells a file from another one that replaces it; empty where there is none. */
  private static List<Object> versionOf(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return List.of(found.lastModifiedTime(), Optional.ofNullable(found.fileKey()));
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String withFile(String options, Path file) {
    return AgentArguments.with(options, "file", AgentArguments.literally(file));
  }

  private static int drawPage(List<String> command, String options, ProfileTarget target)
      throws CommandException {
    Path profile = target.temporary();
    List<String> words = new ArrayList<>(command);
    words.add(1, TAKES_PROFILE);
    String all = AgentArguments.withOneProfile(withFile(options, profile));
    int status = await(start(words, all, true));
    if (!Files.exists(profile)) {
      throw new CommandException(
          "the command ended with status " + status + " and left no profile: no page written");
    }
    int drawn = target.take(profile);
    if (drawn == 0) {
      System.err.println("[tare] page in " + target.file());
    }
    return status == 0 ? drawn : status;
  }

  /** A launcher of a JDK, by its name. */
  private static boolean isJava(String program) {
    Path name = Path.of(program).getFileName();
    return name != null && name.toString().matches("(?i)javaw?(\\.exe)?");
  }

  private static Process start(List<String> command, String options, boolean isJava)
      throws CommandException {
    String agent =
        "-javaagent:" + ControlCommands.ownJar() + (options.isEmpty() ? "" : "=" + options);
    List<String> all = new ArrayList<>(command);
    ProcessBuilder builder = new ProcessBuilder(all).inheritIO();
    if (isJava) {
      all.add(1, agent);
    } else {
      // HotSpot splits the variable at blanks outside of quotes, and puts together what stands
      // between quotes of either kind without a blank: Arguments::parse_options_buffer.
      String quoted = "\"" + agent.replace("\"", "\"'\"'\"") + "\"";
      Map<String, String> environment = builder.environment();
      String others = environment.getOrDefault(VARIABLE, "");
      environment.put(VARIABLE, (others + " " + quoted).strip());
    }
    try {
      return builder.start();
    } catch (IOException e) {
      Throwable reason = e.getCause() == null ? e : e.getCause(); // The message has the name again.
      throw new CommandException(command.get(0) + ": cannot be run: " + reason.getMessage());
    }
  }

  /** An interrupt from the terminal reaches both processes; this one ends after the other. */
  private static int await(Process process) throws CommandException {
    EndOfProcess.onInterrupt(process::destroy);
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandException("interrupted");
    }
  }
}
