package dev.tare.it.launch;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JVM to be started. It verifies what it verifies for users: all classes but the JDK's own. One
 * use; not for several threads.
 */
public final class JavaRun {
  private final Jdk jdk;
  private final List<String> agents = new ArrayList<>();
  private final List<String> options = new ArrayList<>();
  private final List<String> classPath = new ArrayList<>();
  private final List<String> program = new ArrayList<>();
  private final List<String> launcher = new ArrayList<>();
  private final Map<String, String> environment = new HashMap<>();
  private Path directory = Path.of("").toAbsolutePath();
  private Path cache = Workspace.cache();
  private Duration patience = Duration.ofMinutes(5);

  private JavaRun(Jdk jdk) {
    this.jdk = jdk;
  }

  /** A JVM of this JDK. */
  public static JavaRun on(Jdk jdk) {
    return new JavaRun(jdk);
  }

  /** A JVM of this configuration with the profiler in it. */
  public static JavaRun profiled(
      Configuration configuration, Path profile, String... agentOptions) {
    List<String> all = new ArrayList<>(List.of("mode=" + configuration.mode(), "file=" + profile));
    all.addAll(List.of(agentOptions));
    return on(configuration.jdk()).profiler(String.join(",", all));
  }

  /**
   * Loads the profiler with these arguments and {@link ProfilerOptions}, after the agents that were
   * added before.
   */
  public JavaRun profiler(String arguments) {
    return agent(Workspace.profilerJar(), ProfilerOptions.withDefaults(arguments));
  }

  /** Loads an agent with these arguments and no others, after those that were added before. */
  public JavaRun agent(Path jar, String arguments) {
    agents.add("-javaagent:" + jar + (arguments.isEmpty() ? "" : "=" + arguments));
    return this;
  }

  /** Loads the agent that was added last before all others. */
  public JavaRun lastAgentFirst() {
    agents.add(0, agents.remove(agents.size() - 1));
    return this;
  }

  /** Adds options of the JVM. */
  public JavaRun options(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  /**
   * Sends the JDK's own classes through the verifier, too. The JVM then takes none from its
   * archive, and starts in twice the time.
   */
  public JavaRun verifyingAll() {
    return options("-Xverify:all");
  }

  /** Adds class path entries; {@code folder/*} for all jars in a folder. */
  public JavaRun classPath(Path... entries) {
    Stream.of(entries).map(Path::toString).forEach(classPath::add);
    return this;
  }

  /** Names the class to run, and its arguments. */
  public JavaRun main(String className, String... arguments) {
    program.add(className);
    program.addAll(List.of(arguments));
    return this;
  }

  /** Sets the working directory. */
  public JavaRun in(Path workingDirectory) {
    directory = workingDirectory;
    return this;
  }

  /**
   * Puts words before {@code java}: a program that sets limits and then runs the rest of its
   * arguments.
   */
  public JavaRun launchedBy(String... words) {
    launcher.addAll(List.of(words));
    return this;
  }

  /** Sets the directory for what can be made anew; {@link Workspace#cache} otherwise. */
  public JavaRun cache(Path userCache) {
    cache = userCache;
    return this;
  }

  /** Sets a variable of the environment. */
  public JavaRun environment(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /**
   * Sets after how long the JVM counts as hung; five minutes otherwise, of which no run takes a
   * tenth.
   */
  public JavaRun patience(Duration longest) {
    patience = longest;
    return this;
  }

  /** Starts the JVM and waits for its end. */
  public Outcome run() {
    return start().await();
  }

  /** Starts the JVM. */
  public RunningJvm start() {
    List<String> command = new ArrayList<>(launcher);
    command.add(jdk.tool("java").toString());
    command.addAll(agents);
    command.addAll(options);
    if (!classPath.isEmpty()) {
      command.add("-classpath");
      command.add(String.join(File.pathSeparator, classPath));
    }
    command.addAll(program);
    try {
      Path stdout = Files.createTempFile("stdout", ".txt");
      Path stderr = Files.createTempFile("stderr", ".txt");
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectOutput(stdout.toFile())
              .redirectError(stderr.toFile());
      // Options from the outside would be announced on standard error, which the tests compare.
      builder
          .environment()
          .keySet()
          .removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
      builder.environment().put("XDG_CACHE_HOME", cache.toAbsolutePath().toString());
      builder.environment().putAll(environment);
      return new RunningJvm(jdk, shown(command), builder.start(), stdout, stderr, patience);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String shown(List<String> command) {
    return command.stream()
        .map(word -> word.matches("[\\w./:=,@%+-]+") ? word : "'" + word + "'")
        .collect(Collectors.joining(" "));
  }
}
