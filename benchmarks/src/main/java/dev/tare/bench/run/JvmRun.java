package dev.tare.bench.run;

import dev.tare.bench.work.WorkMain;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * One run of a JVM from start to end.
 *
 * @param wallNanos from before the process was started until after it had ended
 * @param values what it printed after {@link WorkMain#PREFIX}: of each key, the values in their
 *     order
 * @param messages what the profiler said, line by line
 */
public record JvmRun(long wallNanos, Map<String, List<String>> values, List<String> messages) {
  /**
   * Runs a main class with this program's class path.
   *
   * @param output a folder for what the process prints
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
   * @param output a folder for what the process prints
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
    try (RunningJvm jvm =
        new RunningJvm(command(jdk, jvmArguments, classPath, mainClass, arguments), output)) {
      jvm.await();
      return jvm.result();
    }
  }

  /** The command that runs a main class with this program's class path. */
  static List<String> command(
      JdkHome jdk, List<String> jvmArguments, Class<?> mainClass, List<String> arguments) {
    String classPath = System.getProperty("java.class.path");
    return command(jdk, jvmArguments, classPath, mainClass.getName(), arguments);
  }

  private static List<String> command(
      JdkHome jdk,
      List<String> jvmArguments,
      String classPath,
      String mainClass,
      List<String> arguments) {
    List<String> command = new ArrayList<>();
    command.add(jdk.launcher());
    command.addAll(jvmArguments);
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(arguments);
    return command;
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
