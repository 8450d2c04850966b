package dev.tare.agent.options;

import dev.tare.profile.RunInfo;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The agent's options: each with its key, its default, and what its values may be, in words. The
 * table of docs/options.md is compared with this one by a test.
 */
public enum Option {
  MODE("mode", "full", "full, sampled or none"),
  METRIC("metric", "time", "a metric that 'profiler.jar counters' lists"),
  INCLUDE(
      "include", "", "patterns joined by ':', such as com.acme.*:*Service:com.acme.Order#total"),
  EXCLUDE(
      "exclude", "", "patterns joined by ':', such as com.acme.*:*Service:com.acme.Order#total"),
  INTERVAL("interval", "10ms", "a duration from 100us to 60s, such as 500us, 10ms or 1s"),
  CPUSAMPLES(
      "cpusamples",
      "auto",
      "auto, off, a duration of CPU time from 1ms to 60s, such as 10ms, or a rate up to 10000/s, such as"
          + " 500/s"),
  FILE("file", "profile-%p.json", "a path in a directory that exists and can be written to"),
  START("start", "now", "now or delayed"),
  CALIBRATION("calibration", "runtime", "runtime, delayed or off"),
  CATEGORIES("categories", "full", "full, pairs, kinds or basic"),
  WARMUPDELAY("warmupdelay", "1", "a number from 0 to 2147483647"),
  WARMUPCOUNT("warmupcount", "1000000", "a number from 0 to 9223372036854775807"),
  CALSTATS(
      "calstats",
      "auto",
      "auto, off, or the path of a file in a directory that exists and can be written to"),
  EVERY("every", "off", "off or a duration from 100ms to 24h, such as 30s, 1m or 1h"),
  MAXNODES("maxnodes", "heap", "heap or a number from 1 to 200000000"),
  RECURSION("recursion", "full", "full or fold"),
  BUDGET("budget", "100%", "off or a percentage from 1%, such as 10%"),
  BUDGETLEARN(
      "budgetlearn",
      "auto",
      "auto, off, or the path of a file in a directory that exists and can be written to"),
  MINSHARE("minshare", "0", "a percentage from 0% to below 1%, such as 0.01%"),
  LABELS(
      "labels",
      "",
      "labels joined by ';', such as service:orders;version:1.4, with different keys of at most 40"
          + " letters, digits and _.-, and values of at most "
          + RunInfo.MAX_LABEL_CHARACTERS
          + " characters"),
  CONFIG("config", "", "a properties file of at most 1 MB that can be read");

  private static final int MOST_ERRORS = 2;

  public final String key;
  public final String standard;
  public final String values;

  Option(String key, String standard, String values) {
    this.key = key;
    this.standard = standard;
    this.values = values;
  }

  /** All keys, for the user. */
  static String keys() {
    return Stream.of(values()).map(option -> option.key).collect(Collectors.joining(", "));
  }

  /**
   * The option of this key.
   *
   * @param value what was given for it, for the message
   */
  static Option of(String key, String value) throws OptionException {
    for (Option option : values()) {
      if (option.key.equals(key)) {
        return option;
      }
    }
    throw new OptionException(
        key,
        value,
        nearest(key)
            .map(near -> "unknown key; did you mean " + near + "?")
            .orElseGet(() -> "unknown key; keys are " + keys()));
  }

  /** The key that somebody may have meant by one that there is not. */
  static Optional<String> nearest(String typed) {
    String wanted = typed.toLowerCase(Locale.ROOT);
    // Of a short word most letters could be others.
    int mostErrors = Math.min(MOST_ERRORS, wanted.length() / 2);
    return Stream.of(values())
        .map(option -> option.key)
        .filter(key -> EditDistance.of(wanted, key, mostErrors) <= mostErrors)
        .min(Comparator.comparingInt(key -> EditDistance.of(wanted, key, mostErrors)));
  }

  /** Says that of several values the last is in force, and what one value may be. */
  String repeated(String last) {
    return new OptionException(
            key, last, "given more than once, and this last one is in force; give one: " + values)
        .line();
  }

  public OptionException wrong(String value) {
    return new OptionException(key, value, "must be " + values);
  }
}
