package dev.tare.runtime.config;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * What the agent tells the runtime, once, before the first class that reads it is initialised:
 * readers copy their part into {@code static final} fields, which the JIT compilers fold.
 */
public final class Settings {
  /** Of {@link #betweenReadings}. */
  public static final long NOT_MEASURED = -1;

  private static int readingSource = ReadingSource.NANO_TIME;

  private static @Nullable MethodHandle readingMethod;

  private static long betweenReadings = NOT_MEASURED;

  static int maxNodes = 1_000_000;
  private static boolean foldsRecursion;
  private static boolean calibrated;
  private static boolean tiers;
  private static int warmUpDelay;
  private static long deferrals;
  private static CategoryScheme categories = CategoryScheme.FULL;

  static boolean cpuSamples;

  private Settings() {}

  /**
   * Says what holds for this JVM's life.
   *
   * @param maxNodes nodes that one thread's tree may have, the root among them; 1 at least
   * @param foldsRecursion whether a method met again on its own path opens the node that it has
   * @param calibrated whether overhead is found and subtracted
   * @param warmUpDelay how many methods are to be seen compiled before deferrals are counted
   * @param deferrals how many of a thread's intervals are charged raw, and adjusted when the tree
   *     is read
   * @param categories how finely overheads are told apart
   */
  public static void freeze(
      int maxNodes,
      boolean foldsRecursion,
      boolean calibrated,
      int warmUpDelay,
      long deferrals,
      CategoryScheme categories) {
    Settings.maxNodes = maxNodes;
    Settings.foldsRecursion = foldsRecursion;
    Settings.calibrated = calibrated;
    Settings.warmUpDelay = warmUpDelay;
    Settings.deferrals = deferrals;
    Settings.categories = categories;
  }

  /**
   * Says that methods may be counted and not timed, for this JVM's life; see {@code Tiers}. Not
   * called: full mode takes a reading at every probe.
   */
  public static void freezeTiers() {
    tiers = true;
  }

  /** Whether methods may be counted and not timed. */
  public static boolean tiers() {
    return tiers;
  }

  /** Says that probes record CPU-time samples, for this JVM's life. Not called: they do not. */
  public static void freezeCpuSamples() {
    cpuSamples = true;
  }

  /**
   * Says what a reading reads, for this JVM's life. Not called: {@link ReadingSource#NANO_TIME}.
   *
   * @param source a constant of {@link ReadingSource}
   * @param method for {@link ReadingSource#METHOD}, of type {@code ()long}; else null
   * @param betweenReadings of two readings in a row, the least that the second is more than the
   *     first; 0 of what probes do not add to, or {@link #NOT_MEASURED}
   */
  public static void freezeReading(
      int source, @Nullable MethodHandle method, long betweenReadings) {
    readingSource = source;
    readingMethod = method;
    Settings.betweenReadings = betweenReadings;
  }

  /** A constant of {@link ReadingSource}. */
  public static int readingSource() {
    return readingSource;
  }

  /** {@link ReadingSource#METHOD}'s. */
  public static @Nullable MethodHandle readingMethod() {
    return readingMethod;
  }

  /**
   * What a reading adds to an interval, in the metric's unit; 0 of what probes do not add to, or
   * {@link #NOT_MEASURED}.
   */
  public static long betweenReadings() {
    return betweenReadings;
  }

  /** Nodes that one thread's tree may have, the root among them. */
  public static int maxNodes() {
    return maxNodes;
  }

  /** Whether a method met again on its own path opens the node that it has. */
  public static boolean foldsRecursion() {
    return foldsRecursion;
  }

  /** Whether overhead is found and subtracted. */
  public static boolean calibrated() {
    return calibrated;
  }

  /** How many methods are to be seen compiled before deferrals are counted. */
  public static int warmUpDelay() {
    return warmUpDelay;
  }

  /** How many of a thread's intervals are charged raw, and adjusted when the tree is read. */
  public static long deferrals() {
    return deferrals;
  }

  /**
   * Whether all intervals are charged raw, however many: the option {@code calibration=delayed}.
   */
  public static boolean defersAll() {
    return deferrals == Long.MAX_VALUE;
  }

  /** How finely overheads are told apart. */
  public static CategoryScheme categories() {
    return categories;
  }

  /** Whether probes record CPU-time samples. */
  public static boolean cpuSamples() {
    return cpuSamples;
  }
}
