package dev.tare.runtime;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * What the agent tells the runtime, once, before the first class that reads it is initialised:
 * those copy their part into {@code static final} fields, which the JIT compilers fold.
 */
public final class Settings {
  /** See {@link Reading} for the sources. */
  static int readingSource = Reading.NANO_TIME;

  /** {@link Reading#METHOD}'s. */
  static @Nullable MethodHandle readingMethod;

  static int maxNodes = 1_000_000;
  static boolean calibrated;
  static int warmUpDelay;
  static long deferrals;
  static CategoryScheme categories = CategoryScheme.FULL;

  static boolean cpuSamples;

  private Settings() {}

  /**
   * Says what holds for this JVM's life.
   *
   * @param maxNodes nodes that one thread's tree may have, the root among them; 1 at least
   * @param calibrated whether overhead is found and taken off
   * @param warmUpDelay how many methods are to be seen compiled before deferrals are counted
   * @param deferrals how many of a thread's intervals are charged raw, and adjusted when the tree
   *     is read
   * @param categories how finely overheads are told apart
   */
  public static void freeze(
      int maxNodes,
      boolean calibrated,
      int warmUpDelay,
      long deferrals,
      CategoryScheme categories) {
    Settings.maxNodes = maxNodes;
    Settings.calibrated = calibrated;
    Settings.warmUpDelay = warmUpDelay;
    Settings.deferrals = deferrals;
    Settings.categories = categories;
  }

  /** Says that probes record CPU-time samples, for this JVM's life. Not called: they do not. */
  public static void freezeCpuSamples() {
    cpuSamples = true;
  }

  /**
   * Says what a reading reads, for this JVM's life. Not called: {@link Reading#NANO_TIME}.
   *
   * @param source a constant of {@link Reading}
   * @param method for {@link Reading#METHOD}, of type {@code ()long}; else null
   */
  public static void freezeReading(int source, @Nullable MethodHandle method) {
    readingSource = source;
    readingMethod = method;
  }
}
