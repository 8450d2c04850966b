package dev.tare.agent.samples;

import dev.tare.runtime.thread.ProfilerThreads;

/** Whether the JVM is ending. */
final class JvmShutdown {
  /** Never started; with a name of its own, since others' numbers are the application's. */
  private static final Thread NO_HOOK = ProfilerThreads.daemon("tare-no-hook", () -> {});

  private JvmShutdown() {}

  /**
   * A recording that is started after the flight recorder's end waits for ever, and keeps its lock:
   * none is started from here on. Who asks for that lock at the JVM's end does so in a thread of
   * its own, for which nobody waits longer than seconds.
   */
  static boolean hasBegun() {
    try {
      Runtime.getRuntime().removeShutdownHook(NO_HOOK);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }
}
