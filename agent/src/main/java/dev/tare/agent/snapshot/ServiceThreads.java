package dev.tare.agent.snapshot;

import java.util.Set;

/**
 * Threads by which the JVM serves itself. They are the application's only as far as they run its
 * code, such as a finalizer.
 */
final class ServiceThreads {
  /** As HotSpot and the JDK name them, in the releases from 17 to 25. */
  private static final Set<String> NAMES =
      Set.of(
          "Attach Listener",
          "Common-Cleaner",
          "DestroyJavaVM",
          "Finalizer",
          "Monitor Deflation Thread",
          "Notification Thread",
          "Reference Handler",
          "Service Thread",
          "Signal Dispatcher");

  /** What the names of Flight Recorder's threads begin with; the profiler takes its samples. */
  private static final String FLIGHT_RECORDER = "JFR ";

  private ServiceThreads() {}

  /** Whether a platform thread of this name is one. */
  static boolean isOne(String name, boolean isVirtual) {
    return !isVirtual && (NAMES.contains(name) || name.startsWith(FLIGHT_RECORDER));
  }
}
