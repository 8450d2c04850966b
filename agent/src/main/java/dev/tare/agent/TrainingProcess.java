package dev.tare.agent;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM like this one, with the agent in it, that trains. */
final class TrainingProcess {
  /**
   * Tells that JVM that it is to train itself: where its agent does not start, it would start the
   * next one, and so on, until the machine has no memory left.
   */
  static final String HERE = "--here";

  /** At the top of the jar, out of this loader's sight. */
  private static final String MAIN = "dev.tare.agent.CommandMain";

  private TrainingProcess() {}

  /** Runs it to its end, and returns its exit status. */
  static int run(Path file, String metric) throws IOException {
    Path folder = Files.createTempDirectory("tare-train");
    try {
      Process process =
          new ProcessBuilder(command(folder, file, metric))
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .start();
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
      Files.delete(folder);
    }
  }

  private static List<String> command(Path folder, Path file, String metric) {
    String jar = System.getProperty("java.class.path", "");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // With other flags the overheads would be others.
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.add(
        "-javaagent:"
            + jar
            + "="
            + String.join(
                ",",
                Option.METRIC.key + "=" + metric,
                Option.CALSTATS.key + "=off",
                Option.FILE.key + "=" + folder.resolve("profile.json")));
    command.addAll(List.of("-classpath", jar, MAIN));
    command.addAll(List.of("train", "-o", file.toString(), "--metric", metric, HERE));
    return command;
  }
}
