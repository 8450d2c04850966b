package dev.tare.bench.run;

import dev.tare.bench.work.WorkMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One run of a JVM from start to end.
 *
 * @param wallNanos from before the process was started until after it had ended
 * @param values what it printed after {@link WorkMain#PREFIX}: of each key, the values in their
 *     order
 * @param messages what the profiler said, line by line
 */
public record JvmRun(long wallNanos, Map<String, List<String>> values, List<String> messages) {
  private static final String PROFILER = "[tare]";

  /**
   * Runs a main class with this program's class path.
   *
   * @param output a folder for the process's standard error
   * @throws IOException where it does not exit with status 0
   */
  public static JvmRun start(
      JdkHome jdk,
      List<String> jvmArguments,
      Path output,
      Class<?> mainClass,
      List<String> arguments)
      throws IOException, InterruptedException {
    return start(
        jdk,
        jvmArguments,
        output,
        System.getProperty("java.class.path"),
        mainClass.getName(),
        arguments);
  }

  /**
   * Runs a main class with any class path.
   *
   * @param output a folder for the process's standard error
   * @throws IOException where it does not exit with status 0
   */
  public static JvmRun start(
      JdkHome jdk,
      List<String> jvmArguments,
      Path output,
      String classPath,
      String mainClass,
      List<String> arguments)
      throws IOException, InterruptedException {
    Path errors = output.resolve("stderr.txt");
    List<String> command = new ArrayList<>();
    command.add(jdk.launcher());
    command.addAll(jvmArguments);
    command.add("-cp");
    command.add(classPath);
    command.add(mainClass);
    command.addAll(arguments);
    Map<String, List<String>> values = new HashMap<>();
    long start = System.nanoTime();
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(WorkMain.PREFIX)) {
          String[] parts = line.substring(WorkMain.PREFIX.length()).split(" ", 2);
          values.computeIfAbsent(parts[0], key -> new ArrayList<>()).add(parts[1]);
        }
      }
    }
    int status = process.waitFor();
    long wallNanos = System.nanoTime() - start;
    if (status != 0) {
      throw new IOException(
          "exit status "
              + status
              + " of "
              + String.join(" ", command)
              + "\n"
              + Files.readString(errors));
    }
    try (Stream<String> lines = Files.lines(errors)) {
      return new JvmRun(
          wallNanos, values, lines.filter(line -> line.startsWith(PROFILER)).toList());
    }
  }

  /** All values of a key. */
  public List<String> all(String key) {
    return values.getOrDefault(key, List.of());
  }

  /** All values of a key, as numbers. */
  public List<Double> numbers(String key) {
    return all(key).stream().map(Double::valueOf).toList();
  }

  /** The value of a key that was printed once. */
  public String one(String key) {
    List<String> found = all(key);
    if (found.size() != 1) {
      throw new IllegalStateException(key + " was printed " + found.size() + " times");
    }
    return found.get(0);
  }
}
