package dev.tare.it.launch;

/** What every profiled JVM of the tests is given, unless its test says otherwise. */
public final class ProfilerOptions {
  /**
   * No calibration run and no file of statistics: a test would measure or load, depending on which
   * test came before it. Overheads are then those that each thread measures itself. No budget:
   * every call of every method is in the profile, as tests expect it.
   */
  private static final String DEFAULTS = "calstats=off,budget=off";

  private ProfilerOptions() {}

  /** The defaults and a test's own options, which the agent prefers because they come last. */
  public static String withDefaults(String own) {
    return own.isEmpty() ? DEFAULTS : DEFAULTS + "," + own;
  }
}
