package dev.tare.agent.samples;

/** Whether the JVM is ending. */
final class JvmShutdown {
  private JvmShutdown() {}

  /**
   * A recording that is started after the flight recorder's end waits for ever, and keeps its lock:
   * none is started from here on, and nothing at the JVM's end asks for that lock.
   */
  static boolean hasBegun() {
    try {
      Runtime.getRuntime().removeShutdownHook(new Thread());
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }
}
