package dev.tare.agent.control.client;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The agent's options as they are typed: {@code key=value,...}. */
final class AgentArguments {
  /** Their values are paths, which mean something in the directory of this process alone. */
  private static final Set<String> PATHS = Set.of("file", "config", "calstats", "budgetlearn");

  private static final Set<String> WORDS = Set.of("auto", "off");

  private AgentArguments() {}

  /**
   * The same options with absolute paths, for a JVM in another directory.
   *
   * @throws CommandException where the name of this directory has a comma, which would end the
   *     option
   */
  static String absolute(String options) throws CommandException {
    List<String> absolute = new ArrayList<>();
    for (String option : options.split(",", -1)) {
      int equals = option.indexOf('=');
      String key = equals < 0 ? "" : option.substring(0, equals).strip();
      String value = option.substring(equals + 1).strip();
      boolean isWord = key.matches("calstats|budgetlearn") && WORDS.contains(value);
      boolean isPath = PATHS.contains(key) && !value.isEmpty() && !isWord;
      absolute.add(isPath ? key + "=" + absolute(key, value) : option);
    }
    return String.join(",", absolute);
  }

  /** In the value of {@code file}, what was typed may have {@code %p}; the directory has not. */
  private static Path absolute(String key, String value) throws CommandException {
    Path path = withoutComma(Path.of(value).toAbsolutePath());
    return key.equals("file") ? literally(Path.of("").toAbsolutePath()).resolve(value) : path;
  }

  /** A path that the value of {@code file} stands for, whatever {@code %} it has. */
  static Path literally(Path path) {
    return Path.of(path.toString().replace("%", "%%"));
  }

  /** A path that can be the value of an option. */
  static Path withoutComma(Path path) throws CommandException {
    if (path.toString().contains(",")) {
      throw new CommandException(2, path + ": a comma ends an option of the agent");
    }
    return path;
  }

  /** These options and one more, which wins. */
  static String with(String options, String key, Object value) {
    return (options.isEmpty() ? "" : options + ",") + key + "=" + value;
  }

  /** These options for a run that leaves one profile, whatever a {@code config} file says. */
  static String withOneProfile(String options) {
    return with(options, "every", "off");
  }

  /** The values that these options give to a key, in their order. */
  static List<String> values(String options, String key) {
    List<String> values = new ArrayList<>();
    for (String option : options.split(",", -1)) {
      String stripped = option.strip();
      if (stripped.startsWith(key + "=")) {
        values.add(stripped.substring(key.length() + 1));
      }
    }
    return values;
  }

  /** Whether one of these options has this key. */
  static boolean names(String options, String key) {
    return !values(options, key).isEmpty();
  }
}
