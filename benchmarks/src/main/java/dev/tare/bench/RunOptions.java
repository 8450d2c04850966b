package dev.tare.bench;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * What every program here can be told: where the agent is, which JDKs to measure on, how often,
 * where to write.
 */
final class RunOptions {
  /** A load average above it means that others use the machine. */
  private static final double QUIET = 0.5;

  private final double loadBefore = Machine.load();
  private final double takenAwayBefore = Machine.takenAway();

  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec command;

  @Option(
      names = "--agent",
      paramLabel = "JAR",
      defaultValue = "agent/target/profiler.jar",
      description = "Tare's jar (default: ${DEFAULT-VALUE})")
  Path agent = Path.of("agent/target/profiler.jar");

  @Option(
      names = "--jdk",
      paramLabel = "HOME",
      description = "a JDK to measure on; can be repeated (default: the one that runs this)")
  List<Path> jdks = new ArrayList<>();

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "5",
      description = "JVM runs of each side, interleaved (default: ${DEFAULT-VALUE})")
  int runs = 5;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description =
          "Markdown file, brought up to date after every run; the end result goes to standard output too")
  @Nullable Path out;

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "for every measured JVM; can be repeated")
  List<String> jvmArguments = new ArrayList<>(List.of("-Xms1g", "-Xmx1g"));

  /** The JDKs, asked for their versions. */
  List<JdkHome> jdks() throws IOException, InterruptedException {
    List<JdkHome> found = new ArrayList<>();
    for (Path home : jdks.isEmpty() ? List.of(Path.of(System.getProperty("java.home"))) : jdks) {
      found.add(JdkHome.at(home));
    }
    return found;
  }

  /**
   * A side of a comparison, by its name: {@code plain}, {@code jfr}, {@code full} and {@code
   * sampled}, which have a probe in every method, {@code delayed}, which never starts, {@code
   * stopped}.
   */
  Contender contender(String name) {
    return switch (name) {
      case "plain" -> new Contender.Plain();
      case "jfr" -> new Contender.MethodTiming();
      case "full", "sampled" -> tare(name, "mode=" + name + ",budget=off");
      case "delayed", "stopped" -> new Contender.Idle(tare(name).agent(), name.equals("stopped"));
      default ->
          throw usage("'" + name + "' is none of plain, full, sampled, delayed, stopped, jfr");
    };
  }

  /** Tare with these arguments, which are its name too. */
  Contender.Tare tare(String arguments) {
    return tare(arguments, arguments);
  }

  Contender.Tare tare(String name, String arguments) {
    if (!Files.isRegularFile(agent)) {
      throw usage("no agent at " + agent.toAbsolutePath() + ": build it, or name it with --agent");
    }
    return new Contender.Tare(name, agent, arguments);
  }

  /** Writes what is known so far to {@code --out}, under a heading that says where and when. */
  void write(String title, String text) throws IOException {
    if (out != null) {
      Path file = out.toAbsolutePath();
      Files.createDirectories(file.getParent());
      Files.writeString(file, page(title, text));
    }
  }

  /** Writes the end result, to standard output too. */
  void finish(String title, String text) throws IOException {
    write(title, text);
    System.out.println(page(title, text));
  }

  private String page(String title, String text) throws IOException {
    String load =
        String.format(
            Locale.ROOT,
            "Before: load average %.1f, %.1f%% of a thread's time taken away.",
            loadBefore,
            100 * takenAwayBefore);
    String warning =
        loadBefore > QUIET ? " **The machine was busy: these figures are no good.**" : "";
    return "# " + title + "\n\n" + Machine.describe() + ". " + load + warning + "\n\n" + text;
  }

  private RuntimeException usage(String message) {
    if (command == null) {
      return new IllegalArgumentException(message);
    }
    return new ParameterException(command.commandLine(), message);
  }
}
