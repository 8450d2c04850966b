package dev.tare.runtime.config;

/** Sets single settings, for tests that need others than the JVM they run in. */
public final class TestSettings {
  private TestSettings() {}

  /** As {@link Settings#maxNodes}. */
  public static void maxNodes(int nodes) {
    Settings.maxNodes = nodes;
  }

  /** As {@link Settings#cpuSamples}. */
  public static void cpuSamples(boolean recorded) {
    Settings.cpuSamples = recorded;
  }
}
