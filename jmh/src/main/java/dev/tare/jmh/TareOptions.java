package dev.tare.jmh;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.JarFile;
import org.openjdk.jmh.profile.ProfilerException;

/**
 * What stands behind the profiler's name.
 *
 * @param jar the profiler's jar
 * @param directory where profiles go
 * @param top so many methods have results of their own
 * @param agent the agent's options
 */
record TareOptions(Path jar, Path directory, int top, String agent) {
  static final String HELP =
      """
      Usage: -prof dev.tare.jmh.TareProfiler[:option=value[;option=value]...]
        jar=FILE      profiler.jar; default: TARE_JAR of the environment, or the artifact
                      'tare' on the class path
        dir=FOLDER    where the profile of each fork goes; default: the current directory
        top=N         how many methods have results of their own, by self; default: 5
        agent=OPTIONS more of the agent's options, key=value,...; metric=instructions tells
                      instructions instead of nanoseconds. Without them: mode=sampled,
                      budget=off, and an exclude of JMH's own classes
        help          this text
      Results: tare.calls:METHOD in calls/op, where all were counted, and tare.self:METHOD in
      the metric's unit per operation, of the measurement iterations alone. JMH's generated
      code is not woven.
      METHOD is class and method, with package and parameters where several are called that.\
      """;

  private static final String AGENT_MAIN = "dev/tare/agent/bootstrap/AgentMain.class";

  static TareOptions parse(String line) throws ProfilerException {
    Map<String, String> given = new LinkedHashMap<>();
    for (String option : line.split(";", -1)) {
      int equals = option.indexOf('=');
      String key = (equals < 0 ? option : option.substring(0, equals)).strip();
      if (key.equals("help")) {
        throw new ProfilerException(HELP);
      }
      if (!key.isEmpty()) {
        given.put(key, equals < 0 ? "" : option.substring(equals + 1).strip());
      }
    }
    String jar = given.getOrDefault("jar", "");
    String directory = given.getOrDefault("dir", "");
    String top = given.getOrDefault("top", "5");
    String agent = given.getOrDefault("agent", "");
    for (String key : given.keySet()) {
      if (!key.matches("jar|dir|top|agent")) {
        throw new ProfilerException("unknown option '" + key + "'\n" + HELP);
      }
    }
    if (!top.matches("\\d{1,4}")) {
      throw new ProfilerException("top=" + top + ": must be a number from 0 to 9999");
    }
    return new TareOptions(
        jar(jar), Path.of(directory).toAbsolutePath(), Integer.parseInt(top), agent);
  }

  /** Whether the agent's options have this key. */
  boolean names(String key) {
    return ("," + agent).replace(" ", "").contains("," + key + "=");
  }

  private static Path jar(String named) throws ProfilerException {
    String environment = System.getenv("TARE_JAR");
    String file = named.isEmpty() && environment != null ? environment : named;
    Path jar = file.isEmpty() ? onClassPath() : Path.of(file).toAbsolutePath();
    if (!Files.isRegularFile(jar)) {
      throw new ProfilerException(jar + ": no such file");
    }
    return jar;
  }

  /** The artifact, unless its classes were packed into the benchmarks' jar. */
  private static Path onClassPath() throws ProfilerException {
    URL found = TareOptions.class.getClassLoader().getResource(AGENT_MAIN);
    String url = found == null ? "" : found.toString();
    if (url.startsWith("jar:file:")) {
      try {
        String file = url.substring("jar:".length(), url.indexOf("!/"));
        Path jar = new File(new URI(file)).toPath();
        if (Files.isRegularFile(jar) && isAgent(jar)) {
          return jar;
        }
      } catch (URISyntaxException e) {
        throw new ProfilerException(e);
      }
    }
    throw new ProfilerException(
        "no profiler.jar: name it with jar=FILE, or by TARE_JAR in the environment");
  }

  private static boolean isAgent(Path jar) throws ProfilerException {
    try (JarFile file = new JarFile(jar.toFile())) {
      return file.getManifest() != null
          && file.getManifest().getMainAttributes().getValue("Premain-Class") != null;
    } catch (IOException e) {
      throw new ProfilerException(e);
    }
  }
}
