package dev.tare.runtime;

/**
 * What the agent tells the runtime, once, before the first class that reads it is initialised:
 * {@link Reading}, {@link ThreadRecorder} and {@link SampleTicker} copy their part into {@code
 * static final} fields, which the JIT compilers fold.
 */
public final class Settings {
  /** See {@link Reading} for the sources. */
  static int readingSource = Reading.NANO_TIME;

  static int maxNodes = 1_000_000;

  private Settings() {}

  /**
   * Says what holds for this JVM's life.
   *
   * @param maxNodes nodes that one thread's tree may have, the root among them; 1 at least
   */
  public static void freeze(int maxNodes) {
    Settings.maxNodes = maxNodes;
  }
}
