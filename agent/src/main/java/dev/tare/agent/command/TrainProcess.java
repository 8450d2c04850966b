package dev.tare.agent.command;

import dev.tare.agent.bootstrap.AgentMain;
import dev.tare.agent.bootstrap.CommandMain;
import dev.tare.agent.options.Option;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM like this one, with the agent in it, that trains. */
final class TrainProcess {
  /** At the top of the jar, out of this loader's sight. */
  private static final String MAIN = "dev.tare.agent.bootstrap.CommandMain";

  private TrainProcess() {}

  /** Runs it to its end, and returns its exit status. */
  static int run(Path file, String metric, String budget) throws IOException {
    Path folder = Files.createTempDirectory("tare-train");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command(folder, file, metric, budget))
              .redirectOutput(ProcessBuilder.Redirect.INHERIT);
      builder.environment().keySet().removeAll(InheritedArguments.VARIABLES);
      Process process = builder.start();
      String errors = new String(process.getErrorStream().readAllBytes(), Charset.defaultCharset());
      int status = process.waitFor();
      if (status != 0) {
        // The agent's lines come first, the reason last.
        System.err.println(errors.strip().lines().reduce((first, second) -> second).orElse(""));
      }
      return status == 0 ? 0 : 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    } finally {
      Files.deleteIfExists(profileIn(folder)); // Written where the child did not end by itself.
      Files.delete(folder);
    }
  }

  private static List<String> command(Path folder, Path file, String metric, String budget)
      throws IOException {
    String jar = AgentMain.ownJar().toString();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // With other flags the overheads would be others.
    command.addAll(InheritedArguments.of(ManagementFactory.getRuntimeMXBean().getInputArguments()));
    command.add(
        "-javaagent:"
            + jar
            + "="
            + String.join(
                ",",
                Option.METRIC.key + "=" + metric,
                Option.BUDGET.key + "=" + budget,
                Option.BUDGETLEARN.key + "=off",
                Option.CPUSAMPLES.key + "=off",
                Option.CALSTATS.key + "=off",
                Option.FILE.key + "=" + profileIn(folder)));
    command.addAll(List.of("-classpath", jar, MAIN));
    command.addAll(List.of(CommandMain.TRAIN_HERE, "-o", file.toString(), "--metric", metric));
    return command;
  }

  private static Path profileIn(Path folder) {
    return folder.resolve("profile.json");
  }
}
