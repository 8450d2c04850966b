package dev.tare.agent;

import dev.tare.agent.control.Profiler;
import jdk.internal.access.SharedSecrets;

/** Has the last profile written when the JVM ends. */
final class ShutdownWriter {
  /**
   * The last of the places that the JVM runs one after the other at its end. The application's own
   * shutdown hooks have ended by then, and what they called is in the profile.
   */
  private static final int LAST_PLACE = 9;

  private ShutdownWriter() {}

  static void install(Profiler profiler) {
    SharedSecrets.getJavaLangAccess().registerShutdownHook(LAST_PLACE, false, profiler::finish);
  }
}
