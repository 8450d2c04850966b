package dev.tare.it.launch;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What every profiled JVM of the tests is given, unless its test says otherwise. */
public final class ProfilerOptions {
  /**
   * No calibration run and no file of statistics: a test would measure or load, depending on which
   * test came before it. Overheads are then those that each thread measures itself. No budget:
   * every call of every method is in the profile, as tests expect it.
   */
  private static final List<String> DEFAULTS = List.of("calstats=off", "budget=off");

  private ProfilerOptions() {}

  /** The defaults that a test's own options do not name, and these. */
  public static String withDefaults(String own) {
    Stream<String> defaults =
        DEFAULTS.stream()
            .filter(option -> !("," + own).contains("," + option.replaceFirst("=.*", "=")));
    return Stream.concat(defaults, Stream.of(own).filter(options -> !options.isEmpty()))
        .collect(Collectors.joining(","));
  }
}
